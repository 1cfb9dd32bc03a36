/** The walk from the kiosk to the door, as a line on a plain floor. */
import { FormattedMessage, useIntl } from "react-intl";

type Point = readonly [number, number];

const ROOM = 16; // around the walk, for the marks and their names

interface Props {
  way: readonly Point[];
  target: string;
}

export function WayMap({ way, target }: Props) {
  const intl = useIntl();
  const start = way[0];
  const end = way.at(-1);
  if (!start || !end || way.length < 2) return null;
  const frame = frameOf(way);
  const points = way.map((point) => point.join(",")).join(" ");
  return (
    <figure className="way-map" aria-label={intl.formatMessage({ id: "go.way" })}>
      <svg viewBox={`${frame.x} ${frame.y} ${frame.size} ${frame.size}`} aria-hidden="true">
        <polyline className="corridor" points={points} />
        <polyline className="walk" points={points} />
        <circle className="here" cx={start[0]} cy={start[1]} r="3" />
        <path className="goal" d={`M${end[0]} ${end[1]}l-4.5-7a5.3 5.3 0 1 1 9 0z`} />
      </svg>
      <p className="map-label" style={beside(start, frame, 4)}>
        <FormattedMessage id="go.here" />
      </p>
      <p className="map-label map-goal" style={beside(end, frame, 13)}>
        {target}
      </p>
    </figure>
  );
}

interface Frame {
  x: number;
  y: number;
  size: number;
}

/** The smallest square around the walk with room at its edges. */
function frameOf(way: readonly Point[]): Frame {
  const xs = way.map(([x]) => x);
  const ys = way.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const size = Math.max(across, down) + 2 * ROOM;
  return { x: left - (size - across) / 2, y: top - (size - down) / 2, size };
}

/** Beside a point, on the side with more room; `up` lifts it to a mark's head. */
function beside([x, y]: Point, frame: Frame, up: number) {
  const across = (100 * (x - frame.x)) / frame.size;
  const down = (100 * (y - up - frame.y)) / frame.size;
  const away = 700 / frame.size;
  return across > 50 ? { top: `${down}%`, right: `${100 - across + away}%` } : { top: `${down}%`, left: `${across + away}%` };
}
