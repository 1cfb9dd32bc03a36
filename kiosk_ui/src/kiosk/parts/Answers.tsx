/** The tiles of a question and the ways out of it: one answer at a tap, or several and then "Go on". */
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import type { Option, Question } from "../../api/kiosk";
import type { Reception } from "../useReception";
import { chosenOf, NONE, type Tiles } from "./chosen";
import { OneTile, SquareTile } from "./Tile";
import { isDrawn } from "./Picture";

/** More answers than this stand four in a row: the departments of a hospital. */
const MANY = 12;

interface Props {
  question: Question;
  tiles: Tiles;
  reception: Reception;
}

export function Answers({ question, tiles, reception }: Props) {
  const { several, options } = question;
  const none = question.ways_out.find(({ key }) => several && key === NONE);
  const ways = question.ways_out.filter((way) => way !== none);
  const picked = chosenOf(question, tiles.chosen);
  const drawn = 2 * options.filter(isDrawn).length > options.length;

  // With nothing chosen "none of these" is an answer that goes at once, and looks like one; else it is a choice.
  const filled = tiles.chosen.size > 0;

  const goOn = () => void (several ? reception.chooseAll(picked) : picked[0] && reception.choose(picked[0]));
  const pressNone = (way: Option) => {
    const alone = tiles.chosen.size === 0 || tiles.chosen.has(NONE);
    if (alone) void reception.chooseAll([way]);
    else tiles.tap(NONE); // what was chosen is not lost at one touch
  };
  return (
    <div className={question.key.startsWith("danger") ? "answers answers-danger" : "answers"} role="group" aria-label={question.text}>
      {options.length > 0 && (
        <div className={options.length > MANY ? "grid grid-many" : "grid"}>
          {options.map((option) => {
            const tile = { option, drawn, chosen: tiles.chosen.has(option.key) };
            return several ? (
              <SquareTile key={option.key} {...tile} onTap={() => tiles.tap(option.key)} />
            ) : (
              <OneTile key={option.key} {...tile} onTap={() => void reception.choose(option)} />
            );
          })}
        </div>
      )}
      {none && (
        <Button
          className={filled ? "tile tile-square wide" : "tile wide"}
          aria-pressed={filled ? tiles.chosen.has(NONE) : undefined}
          onPress={() => pressNone(none)}
        >
          {none.label}
        </Button>
      )}
      {(several || picked.length > 0) && (
        <Button kind="primary" className="wide go-on" isDisabled={picked.length === 0} onPress={goOn}>
          <FormattedMessage id="talk.goOn" values={{ count: picked.filter((one) => several && one !== none).length }} />
        </Button>
      )}
      {ways.length > 0 && (
        <div className="ways-out">
          {ways.map((way) => (
            <Button key={way.key} kind="quiet" onPress={() => void reception.choose(way, tiles.tapped)}>
              {way.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
