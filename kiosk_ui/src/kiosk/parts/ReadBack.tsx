/** What was understood, line by line, each to take back or to say again. */
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Session } from "../../api/kiosk";
import type { Reception } from "../useReception";
import { SayBox } from "./SayBox";

type Line = Session["understood"][number];

const SIGNS: Record<Line["status"], string> = {
  present: "M5 13l5 5L20 6",
  absent: "M6 6l12 12M18 6L6 18",
  unknown: "M8 9a4 4 0 1 1 5.6 3.7c-1 .5-1.6 1.2-1.6 2.3M12 19v.5",
  refused: "M6 12h12",
  said: "M10 8H5v5h5c0 3-2 4-4 4M20 8h-5v5h5c0 3-2 4-4 4",
};

interface Props {
  reception: Reception;
  session: Session;
  onDone: () => void;
}

export function ReadBack({ reception, session, onDone }: Props) {
  const intl = useIntl();
  const [again, setAgain] = useState<string | null>(null);
  const correct = async (key: string, text: string) => {
    const taken = await reception.correct(key, text);
    if (taken) setAgain(null);
    return taken;
  };
  const add = async (text: string) => {
    const taken = await reception.say(text);
    if (taken) onDone();
    return taken;
  };
  return (
    <div className="page-one">
      <h1 className="words-xl">
        <FormattedMessage id="readback.title" />
      </h1>
      <p>
        <FormattedMessage id={session.understood.length > 0 ? "readback.text" : "readback.empty"} />
      </p>
      <ul className="read-back">
        {session.understood.map((line) => (
          <li key={line.key}>
            <p className="read-back-line">
              <svg className="icon" viewBox="0 0 24 24" role="img" aria-label={intl.formatMessage({ id: `status.${line.status}` })}>
                <path d={SIGNS[line.status]} fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round" />
              </svg>
              <LineWords line={line} />
            </p>
            <div className="row">
              <Button kind="quiet" onPress={() => void correct(line.key, "")}>
                <FormattedMessage id="readback.wrong" />
              </Button>
              <Button kind="quiet" onPress={() => setAgain(again === line.key ? null : line.key)}>
                <FormattedMessage id="readback.again" />
              </Button>
            </div>
            {again === line.key && (
              <SayBox
                short
                language={reception.language}
                initial={line.status === "said" ? line.text : ""}
                label={intl.formatMessage({ id: "readback.words" })}
                say={(text) => correct(line.key, text)}
              />
            )}
          </li>
        ))}
      </ul>
      <Button kind="primary" className="wide" onPress={onDone}>
        <FormattedMessage id="readback.done" />
      </Button>
      <SayBox language={reception.language} label={intl.formatMessage({ id: "readback.missing" })} say={add} />
    </div>
  );
}

/** What was understood has a name; what was kept as it was said is quoted, under the question it answered. */
function LineWords({ line }: { line: Line }) {
  if (line.status !== "said")
    return (
      <>
        <span className="quiet">{line.label}</span> <strong>{line.text}</strong>
      </>
    );
  return (
    <>
      <span className="quiet">
        {line.asked === null ? line.label : <FormattedMessage id="readback.asked" values={{ question: line.asked }} />}
      </span>{" "}
      <strong>
        <FormattedMessage id="go.quote" values={{ words: line.text }} />
      </strong>
    </>
  );
}
