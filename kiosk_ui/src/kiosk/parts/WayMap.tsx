/** The walk from the kiosk to the door, as a line on a plain floor. */
import { FormattedMessage, useIntl } from "react-intl";

interface Props {
  way: [number, number][];
  target: string;
}

export function WayMap({ way, target }: Props) {
  const intl = useIntl();
  const start = way[0];
  const end = way.at(-1);
  if (!start || !end || way.length < 2) return null;
  return (
    <figure className="way-map" aria-label={intl.formatMessage({ id: "go.way" })}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <rect className="floor" x="1" y="1" width="98" height="98" rx="4" />
        <polyline className="corridor" points={way.map((point) => point.join(",")).join(" ")} />
        <polyline className="walk" points={way.map((point) => point.join(",")).join(" ")} />
        <circle className="here" cx={start[0]} cy={start[1]} r="3" />
        <path className="goal" d={`M${end[0]} ${end[1]}l-4.5-7a5.3 5.3 0 1 1 9 0z`} />
      </svg>
      <figcaption className="map-label" style={place(start, "below")}>
        <FormattedMessage id="go.here" />
      </figcaption>
      <p className="map-label map-goal" style={place(end, "above")}>
        {target}
      </p>
    </figure>
  );
}

/** Beside a point of the map, on the side where there is room. */
function place([x, y]: [number, number], where: "below" | "above") {
  const across = x > 50 ? { right: `${100 - x + 6}%` } : { left: `${x + 6}%` };
  return where === "below" ? { ...across, top: `${Math.min(y - 4, 90)}%` } : { ...across, top: `${Math.max(y - 14, 2)}%` };
}
