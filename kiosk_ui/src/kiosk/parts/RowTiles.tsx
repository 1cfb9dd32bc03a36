/** Several short questions on one page, a row of tiles each; what is chosen goes together. */
import { FormattedMessage } from "react-intl";
import type { Question } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import type { Reception } from "../useReception";
import { chosenOf, inRow, type Tiles } from "./chosen";
import { SquareTile } from "./Tile";

interface Props {
  question: Question;
  tiles: Tiles;
  reception: Reception;
}

export function RowTiles({ question, tiles, reception }: Props) {
  const picked = chosenOf(question, tiles.chosen);
  return (
    <div className="answers rows" role="group" aria-label={question.text}>
      {question.rows.map((row) => (
        <fieldset key={row.key} className="person-row">
          <legend>{row.text}</legend>
          <div className="grid grid-3">
            {inRow(question, row.key).map((option) =>
              row.several ? (
                <SquareTile
                  key={option.key}
                  option={option}
                  drawn={false}
                  chosen={tiles.chosen.has(option.key)}
                  onTap={() => tiles.tap(option.key)}
                />
              ) : (
                <Button
                  key={option.key}
                  className="tile"
                  aria-pressed={tiles.chosen.has(option.key)}
                  onPress={() => tiles.tap(option.key)}
                >
                  {option.label}
                </Button>
              ),
            )}
          </div>
        </fieldset>
      ))}
      <Button
        kind="primary"
        className="wide go-on"
        isDisabled={picked.length === 0}
        onPress={() => void reception.chooseAll(picked)}
      >
        <FormattedMessage id="talk.goOn" values={{ count: picked.length }} />
      </Button>
      <div className="ways-out">
        {question.ways_out.map((way) => (
          <Button key={way.key} kind="quiet" onPress={() => void reception.choose(way, tiles.tapped)}>
            {way.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
