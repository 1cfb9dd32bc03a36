/** That somebody was told, since when, and what to do meanwhile; it changes when nobody answers. */
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Session } from "../../api/kiosk";
import type { Reception } from "../useReception";
import { timeOf, wallTime, whatToDo } from "./words";

/** So long an answer may take before the screen says what else to do. */
const PATIENCE_MS = 60_000;

interface Props {
  reception: Reception;
  alert: NonNullable<Session["alert"]>;
  /** In an emergency the hospital's own words say where to go. */
  urgent?: boolean;
}

export function Called({ reception, alert, urgent = false }: Props) {
  const intl = useIntl();
  const { called_at, acknowledged_by } = alert;
  const late = useLate(acknowledged_by === null ? called_at : null);
  const time = timeOf(intl, wallTime(called_at));
  if (acknowledged_by !== null)
    return (
      <p>
        <FormattedMessage id="called.answered" values={{ name: acknowledged_by, time }} />
      </p>
    );
  return (
    <>
      <p>
        <FormattedMessage id="called.told" values={{ time }} />
      </p>
      <p>
        {!late && <FormattedMessage id="called.wait" />}
        {late && <FormattedMessage id="called.late" />}
        {late && ` ${urgent ? whatToDo(reception.hospital, reception.language, intl) : ""}`}
      </p>
    </>
  );
}

/** Whether a call has gone unanswered for too long; a new one is waited for anew. */
function useLate(called: string | null): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (called === null) return;
    const timer = window.setTimeout(() => setLate(called), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, [called]);
  return called !== null && late === called;
}
