/** One floor of a way as the server placed it: corridors, doors, lifts, the walk, and labels that cover nothing. */
import { FormattedMessage, useIntl } from "react-intl";
import type { Drawing } from "../../api/kiosk";
import { path } from "./points";

type Box = Drawing["frame"];

const rect = ([left, top, right, bottom]: Box) => ({ x: left, y: top, width: right - left, height: bottom - top });

export function FloorMap({ drawing }: { drawing: Drawing }) {
  const intl = useIntl();
  const { building, into, floor, em, start, end } = drawing;
  const frame = rect(drawing.frame);
  return (
    <figure className="floor-map">
      <figcaption>
        <FormattedMessage id={into === "" ? "way.floor" : "way.floorInto"} values={{ into, floor }} />
      </figcaption>
      <svg viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} role="img" aria-label={intl.formatMessage({ id: "way.map" }, { building, floor })}>
        {drawing.outlines.map((box, index) => (
          <rect key={index} className="floor-building" {...rect(box)} rx="1" />
        ))}
        {[...drawing.corridors, ...drawing.steps].map(({ points }, index) => (
          <polyline key={index} className="floor-corridor" points={path(points)} />
        ))}
        {drawing.steps.map(({ points }, index) => (
          <polyline key={index} className="floor-steps" points={path(points)} />
        ))}
        {drawing.lines.map(({ points, colour }, index) => (
          <polyline key={index} className="floor-line" data-line={colour} points={path(points)} />
        ))}
        {drawing.doors.map(({ box, colour, goal }, index) => (
          <rect key={index} className={goal ? "floor-door floor-goal-door" : "floor-door"} data-sign={colour} {...rect(box)} />
        ))}
        {drawing.shafts.map(({ box, name: shaft, stairs }) => (
          <ShaftBox key={`${stairs}${shaft}`} box={box} stairs={stairs} em={em} />
        ))}
        {drawing.marks.map(([x, y], index) => (
          <circle key={index} className="floor-dot" cx={x} cy={y} r="0.9" />
        ))}
        <polyline className="floor-walk" points={path(drawing.walk)} />
        <circle className="floor-here" cx={start[0]} cy={start[1]} r={drawing.dot} />
        <circle className="floor-end" cx={end[0]} cy={end[1]} r={drawing.dot} />
        {drawing.labels.map((label, index) => (
          <MapLabel key={index} label={label} em={em} />
        ))}
      </svg>
    </figure>
  );
}

/** A lift by its arrows: numbers belong to the steps, and the lift that is taken is named beside it. */
function ShaftBox({ box, stairs, em }: { box: Box; stairs: boolean; em: number }) {
  const { x, y, width, height } = rect(box);
  const [middle, centre, half] = [x + width / 2, y + height / 2, 0.32 * em];
  const arrow = (tip: number) => `M${middle - half} ${centre + tip * 0.12 * em}h${2 * half}l${-half} ${tip * 0.42 * em}z`;
  return (
    <g className="floor-lift">
      <rect x={x} y={y} width={width} height={height} rx="0.6" />
      {stairs ? (
        <text x={middle} y={centre + 0.35 * em} fontSize={em}>
          ≡
        </text>
      ) : (
        <path d={`${arrow(-1)}${arrow(1)}`} />
      )}
    </g>
  );
}

const ROLES: Record<Drawing["labels"][number]["role"], string> = {
  here: "floor-here-label",
  goal: "floor-goal",
  ride: "floor-ride",
  mark: "floor-mark",
  room: "floor-room",
  building: "floor-building-name",
};

/** In ems, as the server reckons: height of a line, and room around the words. */
const [LINE, PADDING] = [1.3, 0.3];

function MapLabel({ label: { role, lines, box, leader }, em }: { label: Drawing["labels"][number]; em: number }) {
  const { x, y, width, height } = rect(box);
  return (
    <g className={`floor-label ${ROLES[role]}`}>
      {leader && <line className="floor-leader" x1={leader[0][0]} y1={leader[0][1]} x2={leader[1][0]} y2={leader[1][1]} />}
      <rect x={x} y={y} width={width} height={height} rx={0.3 * em} />
      {lines.map((line, index) => (
        <text key={index} x={x + width / 2} y={y + (PADDING / 2 + index * LINE + 0.98) * em} fontSize={em}>
          {line}
        </text>
      ))}
    </g>
  );
}
