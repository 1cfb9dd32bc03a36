/** A birth date in three fields, as people say it. */
export interface BirthDate {
  year: string;
  month: string;
  day: string;
}

export const DATE_PARTS = ["year", "month", "day"] as const;
export const LENGTHS: Record<keyof BirthDate, number> = { year: 4, month: 2, day: 2 };

/** "1958-03-09", or null when the three do not make a day that has been. */
export function asDate({ year, month, day }: BirthDate, today: Date): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(y, m - 1, d);
  const real = date.getFullYear() === y && date.getMonth() === m - 1 && date.getDate() === d;
  if (year.length !== 4 || !real || date > today || y < today.getFullYear() - 130) return null;
  return `${year}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`;
}

/** The whole year of its last two digits: the one that has been last. What begins a whole year is left as it is. */
export function wholeYear(text: string, today: Date): string {
  if (text.length !== 2 || text === "19" || text === "20") return text;
  const thisYear = today.getFullYear() % 100;
  return `${Number(text) <= thisYear ? "20" : "19"}${text}`;
}

/** What a month or a day may be, a tile each: February has no thirtieth. */
export function tilesOf(part: "month" | "day", { year, month }: BirthDate): string[] {
  const leap = year.length === 4 ? Number(year) : 2000;
  const most = part === "month" ? 12 : month === "" ? 31 : new Date(leap, Number(month), 0).getDate();
  return Array.from({ length: most }, (_, index) => String(index + 1));
}

/** Whether a part can take no further digit: "4" is a whole month, "1" may become "12". */
export function isFull(part: keyof BirthDate, text: string): boolean {
  if (text.length >= LENGTHS[part]) return true;
  return (part === "month" && Number(text) > 1) || (part === "day" && Number(text) > 3);
}
