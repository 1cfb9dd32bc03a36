/** A nurse was called: that somebody was told, since when, and what to do until she comes. */
import { useContext, useId } from "react";
import { Button } from "../../controls/Button";
import type { Language, Session } from "../../api/kiosk";
import { locales } from "../../messages/Messages";
import { Called } from "../parts/Called";
import { catalogues } from "../parts/catalogues";
import { ChosenContext, InBoth, LANGUAGES } from "../parts/InBoth";
import { NurseWords } from "../parts/NurseWords";
import type { Reception } from "../useReception";

interface Props {
  reception: Reception;
  session: Session;
  /** There are questions that can be answered meanwhile. */
  onGoOn?: (language: Language) => void;
}

export function NurseCalled({ reception, session, onGoOn }: Props) {
  const chosen = useContext(ChosenContext);
  const title = useId();
  const { alert } = session;
  return (
    <div className="page-one called-page" aria-labelledby={title}>
      <h1 id={title} className="words-xl" aria-live="polite">
        <InBoth apart id={alert?.acknowledged_by == null ? "frame.nurseCalled" : "called.coming"} />
      </h1>
      {alert && (
        <div className="card called-card">
          <Called reception={reception} alert={alert} />
        </div>
      )}
      {onGoOn === undefined && session.turns > 0 && <NurseWords reply={session.reply} />}
      {onGoOn && (
        <div className="called-on stays">
          {(chosen ? [session.language] : LANGUAGES).map((language) => (
            <Button key={language} kind="primary" className="wide tall" onPress={() => onGoOn(language)}>
              <span lang={locales[language]}>{catalogues[language]["called.goOn"]}</span>
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
