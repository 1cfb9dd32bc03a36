/** Thanks, the way once more, and after a while the first screen for the next person. */
import { useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import type { Session } from "../../api/kiosk";
import { Booked } from "../parts/Booked";
import { Place } from "../parts/Place";
import { Way } from "../parts/Way";

const SECONDS = 20;

interface Props {
  session: Session;
  onRestart: () => void;
}

export function Ended({ session, onRestart }: Props) {
  const left = useCountdown(SECONDS, onRestart);
  const department = session.recommendation?.department;
  const name = session.greeting_name;
  return (
    <div className="page">
      <section className="page-words">
        {/* A name is for who stands here, not for the lobby. */}
        <h1 className={name == null ? "words-xl" : "words-l"}>
          <FormattedMessage id={name == null ? "ended.title" : "ended.titleNamed"} values={{ name }} />
        </h1>
        {department ? (
          <>
            <p className="words-l">
              <FormattedMessage id="ended.go" values={{ name: department.name }} />
            </p>
            {session.booking && <Booked booking={session.booking} />}
            <Place department={department} />
            <Way to={{ department_id: department.department_id }} place={department} language={session.language} />
          </>
        ) : (
          session.nurse_called && (
            <p className="words-l">
              <FormattedMessage id="ended.nurse" />
            </p>
          )
        )}
        <p>
          <FormattedMessage id="ended.wish" />
        </p>
      </section>
      <section className="page-acts stack">
        <Button kind="primary" className="wide" onPress={onRestart}>
          <FormattedMessage id="ended.restart" />
        </Button>
        <p className="quiet tabular">
          <FormattedMessage id="ended.seconds" values={{ seconds: left }} />
        </p>
      </section>
    </div>
  );
}

function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = window.setTimeout(() => (left > 1 ? setLeft(left - 1) : onEnd()), 1000);
    return () => window.clearTimeout(timer);
  }, [left, onEnd]);
  return left;
}
