/** One floor as the hospital drew it: corridors, doors with their numbers, what is easily recognised, and the walk. */
import { useIntl } from "react-intl";
import type { Language } from "../../api/kiosk";
import type { Leg, Point } from "./route";

interface Props {
  leg: Leg;
  from: Language;
  /** The room the walk ends at; null where it goes on by lift. */
  goal: string | null;
}

const path = (points: readonly Point[]) => points.map((point) => point.join(",")).join(" ");

/** Room around the walk for the doors and their names, and the least that is shown, in the plan's hundredths. */
const ROOM = 13;
const LEAST = 56;

/** The part of the floor that the walk is on. */
function around(points: readonly Point[]): string {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const across = Math.max(LEAST, Math.max(...xs) - left + 2 * ROOM);
  const down = Math.max(0.8 * LEAST, Math.max(...ys) - top + 2 * ROOM);
  const middle = [(left + Math.max(...xs)) / 2, (top + Math.max(...ys)) / 2] as const;
  return `${middle[0] - across / 2} ${middle[1] - down / 2} ${across} ${down}`;
}

export function FloorMap({ leg: { plan, points }, from, goal }: Props) {
  const intl = useIntl();
  const [start, end] = [points[0], points.at(-1)];
  if (!start || !end) return null;
  const frame = around(points);
  const name = intl.formatMessage({ id: "way.floor" }, { building: plan.building[from], floor: plan.floor });
  return (
    <figure className="floor-map">
      <figcaption>{name}</figcaption>
      <svg viewBox={frame} role="img" aria-label={name}>
        {plan.corridors.map((corridor, index) => (
          <polyline key={index} className="floor-corridor" points={path(corridor)} />
        ))}
        <polyline className="floor-walk" points={path(points)} />
        {plan.lifts.map(({ name: lift, at: [x, y] }) => (
          <g key={lift} className="floor-lift">
            <rect x={x - 3} y={y - 3} width="6" height="6" rx="1" />
            <text x={x} y={y + 1.4}>
              {lift}
            </text>
          </g>
        ))}
        {plan.rooms.map(({ room, at: [x, y], colour }) => (
          <g key={room} className={room === goal ? "floor-room floor-goal" : "floor-room"} data-colour={colour}>
            <rect x={x - 6} y={y - 2.6} width="12" height="5.2" rx="1" />
            <text x={x} y={y + 1.5}>
              {room}
            </text>
          </g>
        ))}
        {plan.landmarks.map(({ name: mark, at: [x, y] }) => (
          <text key={mark.en} className="floor-mark" x={x} y={y + 1.2}>
            {mark[from]}
          </text>
        ))}
        {plan.kiosk !== null && (
          <>
            <circle className="floor-here" cx={start[0]} cy={start[1]} r="1.8" />
            <text className="floor-you" x={start[0] + 3} y={start[1] - 2.5}>
              {intl.formatMessage({ id: "go.here" })}
            </text>
          </>
        )}
        {goal === "" && <circle className="floor-end" cx={end[0]} cy={end[1]} r="2.4" />}
      </svg>
    </figure>
  );
}
