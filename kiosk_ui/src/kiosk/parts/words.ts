/** Times and other small things in words. */
import type { IntlShape } from "react-intl";
import type { Hospital, Language } from "../../api/kiosk";

/** The hospital's wall-clock time, whatever zone the server names and this browser thinks it is in. */
export function wallTime(iso: string): Date {
  return new Date(iso.slice(0, 19));
}

export function timeOf(intl: IntlShape, when: Date): string {
  return intl.formatDate(when, { hour: "2-digit", minute: "2-digit", hour12: false });
}

/** "Today", "Tomorrow", or the weekday with its date. */
export function dayOf(intl: IntlShape, when: Date, now: Date): string {
  const days = Math.round((midnight(when) - midnight(now)) / 86_400_000);
  if (days === 0) return intl.formatMessage({ id: "go.today" });
  if (days === 1) return intl.formatMessage({ id: "go.tomorrow" });
  const year = when.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return intl.formatDate(when, { weekday: "short", year, month: "short", day: "numeric" });
}

/** The same within a sentence: "today". */
export function dayIn(intl: IntlShape, when: Date, now: Date): string {
  const day = dayOf(intl, when, now);
  const days = Math.round((midnight(when) - midnight(now)) / 86_400_000);
  return days === 0 || days === 1 ? day.toLocaleLowerCase(intl.locale) : intl.formatMessage({ id: "go.onDay" }, { day });
}

function midnight(when: Date): number {
  return new Date(when.getFullYear(), when.getMonth(), when.getDate()).getTime();
}

type MessageId = FormatjsIntl.Message["ids"];

/** What a refusal's code says to the patient. */
export function problemText(intl: IntlShape, code: string): string {
  const id = `problem.${code}`;
  return intl.formatMessage({ id: (id in intl.messages ? id : "problem.unknown") as MessageId });
}

/** What to do in an emergency that this screen cannot tell anybody of, as the hospital says it. */
export function whatToDo(hospital: Hospital | null, language: Language, intl: IntlShape): string {
  return hospital?.emergency[language] ?? intl.formatMessage({ id: "help.anybody" });
}

/** Room a line takes: a Chinese character is twice as wide as a Latin letter. */
export function width(text: string): number {
  return Array.from(text).reduce((sum, char) => sum + (char > "\u2e7f" ? 2 : 1), 0);
}
