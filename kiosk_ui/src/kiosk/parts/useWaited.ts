/** How long somebody waits for an answer to a call, by the server's count and then by this screen's. */
import { useEffect, useState } from "react";
import type { Session } from "../../api/kiosk";

type Alert = NonNullable<Session["alert"]>;

/** After this many seconds without an answer a second nurse is asked, after twice as many the one in charge. */
export const PATIENCE_S = 60;

export interface Waited {
  /** Since the first call: it decides who else is asked. */
  seconds: number;
  /** Since the last call of this patient: each begins a new minute. */
  again: number;
}

export function useWaited({ waited_seconds, waited_again_seconds, acknowledged_by, called_again_at }: Alert): Waited {
  const since = `${waited_seconds} ${called_again_at}`;
  const [passed, setPassed] = useState({ since, seconds: 0 });
  const open = acknowledged_by === null;

  useEffect(() => {
    if (!open) return;
    const began = Date.now();
    const timer = window.setInterval(() => setPassed({ since, seconds: Math.floor((Date.now() - began) / 1000) }), 1000);
    return () => window.clearInterval(timer);
  }, [open, since]);

  const more = passed.since === since ? passed.seconds : 0;
  return { seconds: waited_seconds + more, again: (waited_again_seconds ?? waited_seconds) + more };
}
