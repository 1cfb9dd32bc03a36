/** That somebody was told, since when, who else is asked when nobody answers, and what to do meanwhile. */
import { useIntl } from "react-intl";
import type { Session } from "../../api/kiosk";
import type { Reception } from "../useReception";
import { InBoth } from "./InBoth";
import { PATIENCE_S, useWaited } from "./useWaited";
import { timeOf, wallTime, whatToDo } from "./words";

interface Props {
  reception: Reception;
  alert: NonNullable<Session["alert"]>;
  /** In an emergency the hospital's own words say where to go. */
  urgent?: boolean;
}

export function Called({ reception, alert, urgent = false }: Props) {
  const intl = useIntl();
  const waited = useWaited(alert);
  const { called_at, called_again_at, acknowledged_by } = alert;
  const timeAt = (iso: string) => timeOf(intl, wallTime(iso));
  if (acknowledged_by !== null)
    return (
      <p className="words-l">
        <InBoth apart id="called.answered" values={{ name: acknowledged_by, time: timeAt(called_at) }} />
      </p>
    );
  const late = waited.again >= PATIENCE_S;
  return (
    <div className="called">
      <p className="called-waited words-l tabular">
        <InBoth apart id="called.waited" values={{ minutes: Math.floor(waited.again / 60), seconds: waited.again % 60 }} />
      </p>
      <div role="status" className="called">
        <p>
          <InBoth apart id="called.told" values={{ time: timeAt(called_at) }} />
        </p>
        {called_again_at !== null && (
          <p>
            <InBoth apart id="called.again" values={{ time: timeAt(called_again_at) }} />
          </p>
        )}
        {waited.seconds >= PATIENCE_S && (
          <p>
            <InBoth apart id={waited.seconds >= 2 * PATIENCE_S ? "called.charge" : "called.second"} />
          </p>
        )}
        <p className={late ? "notice notice-urgent" : undefined}>
          <InBoth apart id={late ? "called.late" : urgent ? "called.waitUrgent" : "called.wait"} />
          {late && urgent && ` ${whatToDo(reception.hospital, reception.language, intl)}`}
        </p>
      </div>
    </div>
  );
}
