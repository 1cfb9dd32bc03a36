/** What brings you in: words first, common complaints and the body beside each other, errands beneath. */
import { FormattedMessage } from "react-intl";
import type { Question } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import { Answers } from "./Answers";
import { BodyMap } from "./BodyMap";
import type { Tiles } from "./chosen";
import { Picture } from "./Picture";
import type { Reception } from "../useReception";

const ERRAND = "fact:request:";

interface Props {
  reception: Reception;
  question: Question;
  tiles: Tiles;
  /** What it is stands on none of these: the box for words opens. */
  onElse: () => void;
}

export function FirstAnswers({ reception, question, tiles, onElse }: Props) {
  const errands = question.options.filter(({ key }) => key.startsWith(ERRAND));
  const complaints = question.options.filter(({ key }) => !key.startsWith(ERRAND));
  return (
    <div className="first">
      <div className="beside">
        <Answers question={{ ...question, options: complaints, ways_out: [] }} tiles={tiles} reception={reception} />
        <BodyMap onChoose={(option) => void reception.choose(option, tiles.tapped)} />
      </div>
      <div className="errands" role="group">
        {errands.map((errand) => (
          <Button key={errand.key} className="tile errand" onPress={() => void reception.choose(errand)}>
            <Picture of={errand} />
            <span className="tile-words">{errand.label}</span>
          </Button>
        ))}
        <Button className="tile errand" onPress={onElse}>
          <Picture of={{ key: "else" }} />
          <span className="tile-words">
            <FormattedMessage id="talk.else" />
          </span>
        </Button>
      </div>
    </div>
  );
}
