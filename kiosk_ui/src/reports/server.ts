/** What the reports ask of the server, and which period stands in the address of the page. */
import { answer, client, within, type Schemas } from "../api/client";
import type { Language } from "../messages/Messages";
import { asStaff } from "../staff/server";

const PATIENCE_MS = 60_000; // a year of a large hospital is counted

export type Of = Schemas["Of"];
export type Report = Schemas["ReportView"];
export type Table = Schemas["Table"];

export interface Wanted {
  of: Of;
  day: string;
  until: string;
  shift: string;
}

const kinds: readonly Of[] = ["day", "week", "shift", "days"];

const asked = ({ of, day, until, shift }: Wanted) => ({
  of,
  day,
  ...(of === "days" ? { until } : {}),
  ...(of === "shift" && shift !== "" ? { shift } : {}),
});

export const readReport = (wanted: Wanted) =>
  asStaff(answer(client.GET("/api/reports", { params: { query: asked(wanted) }, fetch: within(PATIENCE_MS) }))) as Promise<Report>;

export const csvOf = (wanted: Wanted, table: string, language: Language) =>
  `/api/reports/tables/${table}?${new URLSearchParams({ ...asked(wanted), language }).toString()}`;

/** As a date field has it, in local time. */
export function dateOf(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

export function wantedOf(address: string, today: string): Wanted {
  const query = new URLSearchParams(address);
  const of = kinds.find((kind) => kind === query.get("of")) ?? "day";
  const day = query.get("day") ?? today;
  return { of, day, until: query.get("until") ?? day, shift: query.get("shift") ?? "" };
}

export const addressOf = (wanted: Wanted) => `?${new URLSearchParams(asked(wanted)).toString()}`;

/** The period before or after: a day or a week on, a span by its own length, a shift by one. */
export function moved(wanted: Wanted, by: 1 | -1, shifts: readonly string[]): Wanted {
  const { of, day, until, shift } = wanted;
  if (of === "shift") {
    const next = Math.max(0, shifts.indexOf(shift)) + by;
    const place = (next + shifts.length) % shifts.length;
    return { ...wanted, day: next === place ? day : on(day, by), shift: shifts[place] ?? shift };
  }
  const days = of === "day" ? 1 : of === "week" ? 7 : between(day, until) + 1;
  return { ...wanted, day: on(day, by * days), until: on(until, by * days) };
}

function on(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00`);
  moment.setDate(moment.getDate() + days);
  return Number.isNaN(moment.getTime()) ? day : dateOf(moment);
}

function between(day: string, until: string): number {
  const days = Math.round((Date.parse(until) - Date.parse(day)) / 86_400_000);
  return Number.isNaN(days) ? 0 : Math.max(0, days);
}
