/** One figure of the shift as a bar for each hour; the same figures stand in the table below. */
import { AxisBottom, AxisLeft } from "@visx/axis";
import { Group } from "@visx/group";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";

const WIDTH = 420;
const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 24;
const TOP = 18;

export interface HourValue {
  /** The hour as a clock shows it: "09". */
  hour: string;
  value: number | null;
}

export function HourBars({ values, label }: { values: readonly HourValue[]; label: string }) {
  const x = scaleBand({ domain: values.map(({ hour }) => hour), range: [LEFT, WIDTH], padding: 0.25 });
  const most = Math.max(1, ...values.map(({ value }) => value ?? 0));
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT - BOTTOM, TOP], nice: true });
  return (
    <svg className="hour-bars" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <AxisLeft scale={y} left={LEFT} numTicks={3} tickFormat={(tick) => (Number.isInteger(tick) ? String(tick) : "")} axisClassName="hour-axis" hideTicks />
      <AxisBottom scale={x} top={HEIGHT - BOTTOM} axisClassName="hour-axis" hideTicks />
      <Group>
        {values.map(({ hour, value }) => (
          <Group key={hour}>
            {value !== null && value > 0 && (
              <Bar
                className="hour-bar"
                x={x(hour) ?? 0}
                y={y(value)}
                width={x.bandwidth()}
                height={HEIGHT - BOTTOM - y(value)}
              />
            )}
            {value !== null && (
              <text className="hour-value" x={(x(hour) ?? 0) + x.bandwidth() / 2} y={y(value) - 4} textAnchor="middle">
                {value}
              </text>
            )}
          </Group>
        ))}
      </Group>
    </svg>
  );
}
