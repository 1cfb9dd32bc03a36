/** The doctor's page as data: statements by section, and what was done to each. */
import type { Schemas } from "../api/client";

export type Summary = Schemas["SummaryView"];
export type Statement = Schemas["Statement"];
export type Section = Schemas["Section"];
export type Revision = Schemas["Revision"];

/** The statement id under which the revisions keep who signed. */
const SIGNATURE = "signature";
/** The record's field that names who signed; a change takes it off, and the foot of the page says so. */
const SIGNED_BY = "physician_signature";

export function statementsOf(summary: Summary, section: Section): Statement[] {
  return summary.summary?.statements.filter((statement) => statement.section === section) ?? [];
}

const WHOLE_UP_TO = 60;

/** The sentence a quote stands in: a few characters alone are not yet the patient's words. */
export function spoken(summary: Summary, evidence: Schemas["Evidence"]): string {
  const said = summary.summary?.conversation.find((line) => line.turn === evidence.turn)?.text.trim() ?? "";
  if (!said.includes(evidence.quote)) return evidence.quote;
  if (said.length <= WHOLE_UP_TO) return said;
  const sentences = said.match(/[^。！？!?.;；\n]+[。！？!?.;；]*/gu) ?? [];
  return sentences.find((sentence) => sentence.includes(evidence.quote))?.trim() ?? evidence.quote;
}

/** The words a statement rests on, without what was tapped. */
export function saidOf(statement: Statement): Statement["evidence"] {
  return statement.evidence.filter(({ tapped }) => !tapped);
}

export function revisionsOf(summary: Summary, statementId: string): Revision[] {
  return summary.revisions.filter((revision) => revision.statement_id === statementId);
}

/** Changes of words, newest last, without signatures. */
export function edits(summary: Summary): Revision[] {
  return summary.revisions.filter((revision) => revision.statement_id !== SIGNATURE);
}

export function signedAt(summary: Summary): string | null {
  return summary.revisions.findLast((revision) => revision.statement_id === SIGNATURE)?.at ?? null;
}

/** What the statement said before anybody touched it; null when nobody did, "" when it was added. */
export function original(summary: Summary, statementId: string): string | null {
  return revisionsOf(summary, statementId)[0]?.before ?? null;
}

export type RecordChange = Schemas["FieldChange"] & Pick<Schemas["Later"], "by" | "at">;

/** What the record's own fields said when the page was written and say now; what was taken back is no change. */
export function changedFields(summary: Summary): RecordChange[] {
  const found = new Map<string, RecordChange>();
  for (const { by, at, fields } of summary.changed) {
    for (const { field, before, after } of fields) {
      if (field !== SIGNED_BY) found.set(field, { field, before: found.get(field)?.before ?? before, after, by, at });
    }
  }
  return [...found.values()].filter(({ before, after }) => before !== after);
}

/** "A: chest pain" as the summary writes a red flag. */
export function redFlag(text: string): { level: Schemas["Level"] | null; words: string } {
  const match = /^([ABCPI]): ?(.*)$/s.exec(text);
  return match ? { level: match[1] as Schemas["Level"], words: match[2] ?? "" } : { level: null, words: text };
}

/** The day of the desk's calendar as the API writes it. */
export function isoDay(day: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export function dayAfter(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return isoDay(new Date(year, month - 1, date + by));
}
