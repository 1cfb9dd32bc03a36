/** Stacked bars over visx: an SVG of plain shapes that prints, with a legend. The same figures stand in a table beside it. */
import { AxisBottom, AxisLeft } from "@visx/axis";
import { Group } from "@visx/group";
import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStack, BarStackHorizontal } from "@visx/shape";
import { useId } from "react";
import "./charts.css";

export interface Series {
  key: string;
  name: string;
  /** One for each category; null where nothing was measured. */
  values: readonly (number | null)[];
}

interface Props {
  /** What the chart shows, in a sentence: for who does not see it. */
  label: string;
  categories: readonly string[];
  series: readonly Series[];
  /** Bars that stand, or that lie with their names before them. */
  lying?: boolean;
  /** For a narrow place, where a zero is told too. */
  small?: boolean;
}

const WIDE = { width: 720, height: 260, ticks: 4, most: 16 };
const SMALL = { width: 420, height: 150, ticks: 3, most: 8 };
const WIDTH = WIDE.width;
const BAND = 30; // of a lying bar
const LETTER = 7.4; // about the width of a latin one at the size of the labels
const LONGEST = 30; // letters of a name before a bar
const FILLS = 7;

type Row = Record<string, number | string>;

export function Bars({ label, categories, series, lying = false, small = false }: Props) {
  const id = useId().replace(/\W/g, "");
  const shown = series.filter(({ values }) => values.some((value) => (value ?? 0) > 0));
  const rows: Row[] = categories.map((name, place) => ({
    place: String(place),
    name,
    ...Object.fromEntries(shown.map(({ key, values }) => [key, values[place] ?? 0])),
  }));
  const totals = categories.map((_, place) => shown.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  const measured = categories.map((_, place) => series.some(({ values }) => values[place] != null));
  const fill = (key: string) => `url(#${id}-${series.findIndex((one) => one.key === key) % FILLS})`;
  const drawing = { id, rows, totals, categories, keys: shown.map(({ key }) => key), fill };
  return (
    <figure className="chart">
      {lying ? <Lying {...drawing} label={label} /> : <Standing {...drawing} label={label} small={small} measured={measured} />}
      {shown.length > 1 && (
        <figcaption>
          <ul className="chart-legend">
            {shown.map(({ key, name }) => (
              <li key={key}>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <rect width="16" height="16" fill={fill(key)} />
                </svg>
                {name}
              </li>
            ))}
          </ul>
        </figcaption>
      )}
    </figure>
  );
}

interface Drawing {
  id: string;
  label: string;
  rows: Row[];
  totals: number[];
  categories: readonly string[];
  keys: string[];
  fill: (key: string) => string;
}

const whole = (value: { valueOf(): number }) => (Number.isInteger(value.valueOf()) ? String(value.valueOf()) : "");

interface StandingProps extends Drawing {
  small: boolean;
  measured: boolean[];
}

function Standing({ id, label, rows, totals, categories, keys, fill, small, measured }: StandingProps) {
  const size = small ? SMALL : WIDE;
  const most = Math.max(1, ...totals);
  const left = 14 + LETTER * String(most).length;
  const height = size.height - 44;
  const x = scaleBand({ domain: rows.map(({ place }) => String(place)), range: [0, size.width - left], padding: 0.25 });
  const y = scaleLinear({ domain: [0, most], range: [height, 0], nice: true });
  const every = Math.ceil(categories.length / size.most);
  return (
    <svg className="chart-drawing" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <Fills id={id} />
      <Group left={left} top={18}>
        <BarStack
          data={rows}
          keys={keys}
          x={(row) => String(row.place)}
          xScale={x}
          yScale={y}
          color={scaleOrdinal({ domain: keys, range: keys.map(fill) })}
          className="chart-bar"
        />
        {totals.map(
          (total, place) =>
            (total > 0 || (small && measured[place])) &&
            categories.length <= 31 && (
              <text key={place} className="chart-total" x={(x(String(place)) ?? 0) + x.bandwidth() / 2} y={y(total) - 4}>
                {total}
              </text>
            ),
        )}
        <AxisLeft scale={y} numTicks={size.ticks} tickFormat={whole} hideTicks axisClassName="chart-axis" />
        <AxisBottom
          scale={x}
          top={height}
          hideTicks
          tickValues={rows.map(({ place }) => String(place)).filter((_, place) => place % every === 0)}
          tickFormat={(place) => categories[Number(place)] ?? ""}
          axisClassName="chart-axis"
        />
      </Group>
    </svg>
  );
}

function Lying({ id, label, rows, totals, categories, keys, fill }: Drawing) {
  const left = 12 + LETTER * Math.min(LONGEST, Math.max(...categories.map(letters), 4));
  const height = BAND * rows.length;
  const x = scaleLinear({ domain: [0, Math.max(1, ...totals)], range: [0, WIDTH - left - 48] });
  const y = scaleBand({ domain: rows.map(({ place }) => String(place)), range: [0, height], padding: 0.25 });
  return (
    <svg className="chart-drawing" viewBox={`0 0 ${WIDTH} ${height + 8}`} role="img" aria-label={label}>
      <Fills id={id} />
      <Group left={left} top={4}>
        <BarStackHorizontal
          data={rows}
          keys={keys}
          y={(row) => String(row.place)}
          xScale={x}
          yScale={y}
          color={scaleOrdinal({ domain: keys, range: keys.map(fill) })}
          className="chart-bar"
        />
        {categories.map((name, place) => {
          const middle = (y(String(place)) ?? 0) + y.bandwidth() / 2;
          return (
            <g key={place}>
              <text className="chart-name" x={-10} y={middle}>
                {cut(name)}
              </text>
              <text className="chart-beside" x={x(totals[place] ?? 0) + 6} y={middle}>
                {totals[place]}
              </text>
            </g>
          );
        })}
        <line className="chart-line" y1={0} y2={height} />
      </Group>
    </svg>
  );
}

/** A Chinese character is as wide as two letters. */
function letters(text: string): number {
  return Array.from(text).reduce((sum, sign) => sum + (sign > "⺀" ? 2 : 1), 0);
}

function cut(name: string): string {
  return letters(name) > LONGEST ? `${name.slice(0, LONGEST - 2)}…` : name;
}

/** Each fill has a colour and a pattern of its own: nothing is told by colour alone. */
function Fills({ id }: { id: string }) {
  const marks = [null, "M0 0L8 8", "M4 0V8", "M0 8L8 0", "M0 4H8", "M0 0L8 8M0 8L8 0", "M2 2H4V4H2Z"];
  return (
    <defs>
      {marks.map((mark, place) => (
        <pattern key={place} id={`${id}-${place}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" className={`chart-ground-${place}`} />
          {mark && <path d={mark} className={`chart-mark-${place}`} />}
        </pattern>
      ))}
    </defs>
  );
}
