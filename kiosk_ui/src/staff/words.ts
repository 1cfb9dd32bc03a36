/** Words of the catalogue, and what the server says in both languages, in the language of the desk. */
import { createContext, use } from "react";
import { useIntl, type IntlShape } from "react-intl";
import { Refused } from "../api/client";
import { named } from "../api/named";
import type { Language } from "../messages/Messages";

export type MessageId = FormatjsIntl.Message["ids"];
export type Say = (id: MessageId, values?: Record<string, string | number>) => string;

export const DeskLanguage = createContext<Language>("zh");

export interface Words {
  language: Language;
  intl: IntlShape;
  say: Say;
  /** Short facts one after the other; empty ones are left out. */
  row: (facts: readonly (string | null | false)[]) => string;
  /** The desk's language of a text the server holds in both. */
  inLanguage: (text: Record<string, string>) => string;
  /** A department as the records write it, in the desk's language where the hospital has such a department. */
  department: (written: string) => string;
  /** A sentence of the summary in the desk's language, where it was made in both. */
  inReader: (statement: { text: string; translated: string | null }, written: string | undefined) => string;
}

/** Names of the hospital's departments, each in both languages. */
export const DepartmentNames = createContext<readonly Record<string, string>[]>([]);

export function useWords(): Words {
  const intl = useIntl();
  const language = use(DeskLanguage);
  const departments = use(DepartmentNames);
  return {
    language,
    intl,
    say: (id, values) => intl.formatMessage({ id }, values),
    row: (facts) =>
      facts
        .filter((fact) => fact !== null && fact !== false && fact !== "")
        .join(intl.formatMessage({ id: "staff.comma" })),
    inLanguage: (text) => text[language] ?? Object.values(text)[0] ?? "",
    department: (written) =>
      departments.find((names) => Object.values(names).includes(written))?.[language] ?? written,
    inReader: ({ text, translated }, written) => (written === language ? text : (translated ?? text)),
  };
}

/** How a time of day is written on every staff page. */
export const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const MONTHS_COUNTED_TO = 24;
const GROWN = 18; // years

/** Small children in months, everybody else in years. */
export function monthsWords(months: number, say: Say): string {
  return months < MONTHS_COUNTED_TO
    ? say("staff.age.months", { count: months })
    : say("staff.age.years", { count: Math.floor(months / 12) });
}

/** "2 months" as the record writes it, in the desk's language; anything else as it stands. */
export function ageWords(age: string, say: Say): string {
  const match = /^(\d+) ?(year|month|week|day|y|m|岁|个月)?s?$/.exec(age.trim());
  if (!match) return ageBand(age, say);
  const count = Number(match[1]);
  switch (match[2]) {
    case "month":
    case "m":
    case "个月":
      return say("staff.age.months", { count });
    case "week":
      return say("staff.age.weeks", { count });
    case "day":
      return say("staff.age.days", { count });
    default:
      return say("staff.age.years", { count });
  }
}

/** By an age in years as a record writes it, or in any smaller unit. */
function isChild(age: string): boolean {
  const [, count, unit] = /^(\d+) ?(year|y|岁|month|week|day|m|个月|周|天)?s?$/u.exec(age.trim()) ?? [];
  return count !== undefined && (["year", "y", "岁", undefined].includes(unit) ? Number(count) < GROWN : true);
}

/** A span of years that a guest told, either way a record writes it. */
function ageBand(age: string, say: Say): string {
  const [, from, to] = /^(\d+)(?:到| to )(\d+) ?(?:岁|years)$/u.exec(age.trim()) ?? [];
  return from && to ? say("staff.age.band", { from, to }) : age;
}

/** The record's word for the sex, in the desk's language. */
export function sexWords(sex: string, say: Say, age = ""): string {
  const child = isChild(age);
  switch (sex.trim().toLowerCase()) {
    case "male":
    case "男":
      return say(child ? "board.sex.boy" : "board.sex.male");
    case "female":
    case "女":
      return say(child ? "board.sex.girl" : "board.sex.female");
    default:
      return sex;
  }
}

const byCode: Partial<Record<string, MessageId>> = {
  wrong_sign_in: "staff.failure.wrong_sign_in",
  too_many_tries: "staff.failure.too_many",
  new_password_due: "staff.failure.new_password_due",
  weak_password: "staff.failure.weak_password",
  wrong_password: "staff.failure.wrong_password",
  wrong_code: "staff.failure.wrong_code",
  key_missing: "staff.failure.key_missing",
  step_up_needed: "staff.failure.step_up",
  not_compared: "staff.failure.not_compared",
  session_ended: "staff.failure.ended",
};

/** What to tell a member of staff about a call that failed. */
export function failureId(error: unknown): MessageId {
  if (!(error instanceof Refused)) return "staff.failure.unreachable";
  const known = named(byCode, error.code);
  if (known) return known;
  switch (error.status) {
    case 401:
      return "staff.failure.signed_out";
    case 403:
      return "staff.failure.forbidden";
    case 404:
      return "staff.failure.gone";
    case 409:
      return "staff.failure.conflict";
    case 410:
      return "staff.failure.ended";
    case 429:
      return "staff.failure.too_many";
    default:
      return "staff.failure.refused";
  }
}
