/** The quick replies that match the question, then the ways out of it. */
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Session } from "../../api/kiosk";
import { width } from "./words";

type Question = NonNullable<Session["question"]>;

const LONG = 16; // Latin letters that fit half the width in large type

interface Props {
  question: Question;
  choose: (option: Question["options"][number]) => void;
}

export function Answers({ question, choose }: Props) {
  const intl = useIntl();
  const long = question.options.some((option) => width(option.label) > LONG);
  return (
    <div className="answers" role="group" aria-label={intl.formatMessage({ id: "talk.answers" })}>
      {question.options.length > 0 && (
        <div className={long ? "grid grid-long" : "grid"}>
          {question.options.map((option) => (
            <Button key={option.key} className="answer" onPress={() => choose(option)}>
              {option.label}
            </Button>
          ))}
        </div>
      )}
      {question.ways_out.length > 0 && (
        <div className="ways-out">
          {question.ways_out.map((option) => (
            <Button key={option.key} kind="quiet" onPress={() => choose(option)}>
              {option.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
