/** That a nurse has lowered an alert, and why. */
import { useWords } from "../staff/words";
import type { Alert } from "./alerts";

export function Lowered({ alert }: { alert: Alert }) {
  const { say } = useWords();
  if (alert.lowered_by === null) return null;
  return <p className="lowered">{say("board.lowered", { name: alert.lowered_by, reason: alert.lowered_reason ?? "" })}</p>;
}
