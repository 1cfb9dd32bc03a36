/** One test's values as a small line: where its points and its range lie. */
import type { Schemas } from "../api/client";
import { named } from "../api/named";

export type Series = Schemas["ValueSeries"];

export function written(point: Schemas["ValuePoint"]): string {
  return point.second === null ? String(point.value) : `${String(point.value)}/${String(point.second)}`;
}

export const isOut = ({ verdict }: Schemas["ValuePoint"]) => verdict !== null && verdict !== "normal";

/** Tests whose newest value misses the target of a treatment: of a medicine on the list it says whether it is too much. */
export function outOfTarget(values: readonly Series[]): Series[] {
  return values.filter(({ target, points }) => {
    const newest = points.at(-1);
    return target && newest !== undefined && isOut(newest);
  });
}

const POWERS: Record<string, string> = { "10^9": "10⁹", "10^12": "10¹²", "10^6": "10⁶" };

export function unitOf(point: Schemas["ValuePoint"]): string {
  return point.unit.replace(/^10\^\d+/, (power) => named(POWERS, power) ?? power);
}

interface Drawn {
  dots: { x: number; y: number }[];
  /** The range that holds, as far as it lies in the picture. */
  band: { top: number; height: number } | null;
}

const EDGE = 3;

/** Points by their day, values over a span that holds them and the nearer limits of their range. */
export function dotsOf(series: Series, wide: number, high: number): Drawn {
  const days = series.points.map((point) => Date.parse(point.day));
  const values = series.points.map((point) => point.value);
  const limits = [series.low, series.high].filter((one) => one !== null);
  const least = Math.min(...values, ...limits);
  const most = Math.max(...values, ...limits);
  const first = Math.min(...days);
  const span = Math.max(...days) - first;
  const across = (day: number) => EDGE + (span === 0 ? 1 : (day - first) / span) * (wide - 2 * EDGE);
  const up = (value: number) => high - EDGE - (most === least ? 0.5 : (value - least) / (most - least)) * (high - 2 * EDGE);
  const top = series.high === null ? 0 : up(series.high);
  const bottom = series.low === null ? high : up(series.low);
  return {
    dots: days.map((day, place) => ({ x: across(day), y: up(values[place] ?? 0) })),
    band: limits.length === 0 ? null : { top, height: Math.max(1, bottom - top) },
  };
}
