/** The kiosks of the lobby: in use, idle or offline, and since when; one that has told nothing is not called offline. */
import type { Schemas } from "../api/client";
import { secondsSince, span } from "../staff/clock";
import { CLOCK, useWords } from "../staff/words";
import { kioskWords } from "./person";

type Kiosk = Schemas["KioskView"];

const signs: Record<Kiosk["use"], string> = { in_use: "●", idle: "○", offline: "▲", unknown: "?" };
const order: readonly Kiosk["use"][] = ["offline", "in_use", "idle", "unknown"];

interface Props {
  kiosks: readonly Kiosk[];
  now: number;
  onChoose: (session_id: string) => void;
}

export function KioskWall({ kiosks, now, onChoose }: Props) {
  const { say, intl } = useWords();
  if (kiosks.length === 0) return null;
  const time = (at: string) => intl.formatTime(at, CLOCK);
  const since = ({ since: at, use }: Kiosk) =>
    at === null || use === "unknown" ? "" : use === "in_use" ? span(secondsSince(at, now)) : say("board.wall.since", { time: time(at) });
  const sorted = [...kiosks].sort(
    (one, two) =>
      order.indexOf(one.use) - order.indexOf(two.use) || one.name.localeCompare(two.name, undefined, { numeric: true }),
  );
  return (
    <ul className="wall" tabIndex={0} aria-label={say("board.wall")}>
      {sorted.map((kiosk) => {
        const told = (
          <>
            <span aria-hidden="true">{signs[kiosk.use]}</span> <span className="wall-name">{kioskWords(kiosk.name, say)}</span>{" "}
            {say(`board.wall.${kiosk.use}`)} <span className="tabular">{since(kiosk)}</span>
          </>
        );
        const { session_id } = kiosk;
        return (
          <li key={kiosk.name} className={`wall-kiosk wall-${kiosk.use}`}>
            {session_id === null ? (
              <span className="wall-told">{told}</span>
            ) : (
              <button type="button" className="wall-told wall-press" onClick={() => onChoose(session_id)}>
                {told}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
