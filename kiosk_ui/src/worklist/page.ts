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

/** Headings under which the patient's words for them are quoted again. */
const QUOTING: readonly Section[] = ["past_history", "medicines", "allergies", "intolerances", "family"];

/** Of the patient's own words only those that no other heading quotes whole. */
export function statementsOf(summary: Summary, section: Section): Statement[] {
  const all = summary.summary?.statements ?? [];
  const here = all.filter((statement) => statement.section === section);
  return section === "words" ? here.filter((statement) => !isQuotedElsewhere(statement, all)) : here;
}

function isQuotedElsewhere({ evidence }: Statement, all: readonly Statement[]): boolean {
  const said = evidence[0];
  if (!said) return false;
  return all.some(
    (other) =>
      QUOTING.includes(other.section) &&
      other.evidence[0]?.turn === said.turn &&
      other.text.includes(`“${said.quote}”`),
  );
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

const NONE = ["无", "none"];

/** "No allergies", told in words and quoted. */
const DENIED_IN_WORDS =
  /^(?:原话：|in their words: )?[“"]?(?:没有?|无|未发现|不)(?:对?(?:什么|任何|啥|药物?|食物))*过敏[史的药物]*[”"]?[。.]?$|^(?:in their words: )?[“"]?(?:i have |i've )?(?:no|not|none|never)(?: known| any| drug| got)*(?: allerg(?:y|ies)| allergic(?: to anything)?)[”"]?\.?$/iu;

/** `told`: statements of today; `filed`: words of earlier records; `denied`: today it was said that there is none. */
export function allergiesOf(summary: Summary) {
  const statements = statementsOf(summary, "allergies");
  const isNone = (one: Statement) => NONE.includes(one.text.trim().toLowerCase()) || DENIED_IN_WORDS.test(one.text.trim());
  return {
    told: statements.filter((one) => !isNone(one) && one.coded?.status !== "absent" && one.coded?.status !== "unknown" && one.text !== ""),
    filed: summary.on_file.filter((one) => one.kind === "allergy").map((one) => one.words),
    denied: statements.some(isNone),
    asked: statements.length > 0,
  };
}

type Medicine = Schemas["MedicineLine"];

/** One medicine: the line of the talk, the newest of a record, the dose, and the other one where the two differ. */
export interface Reconciled {
  name: Medicine["name"];
  told: Medicine | null;
  written: Medicine | null;
  dose: string;
  otherDose: string;
  /** Both name an amount: "one in the morning" beside "25 mg daily" is no contradiction. */
  differs: boolean;
}

const AMOUNT = /\d ?(?:mg|g|mcg|µg|μg|ug|iu|units?|ml|毫克|克|微克|单位|毫升)/iu;

const OVER: readonly Medicine["standing"][] = ["stopped", "declined", "advised", "avoided"];

/** Lines of the same medicine together, those in the body before those that are over. */
export function reconciled(medicines: readonly Medicine[]): { now: Reconciled[]; past: Reconciled[] } {
  const byName = new Map<string, Medicine[]>();
  for (const one of medicines) {
    const name = one.name.en ?? one.words;
    byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  const lines = [...byName.values()].map((those) => {
    const told = those.find((one) => one.source === "") ?? null;
    const written =
      those.filter((one) => one.source !== "").toSorted((one, other) => (other.on ?? "").localeCompare(one.on ?? ""))[0] ?? null;
    const doses = [told?.dose ?? "", written?.dose ?? ""].filter((one) => one !== "");
    const [dose = "", other = dose] = doses;
    const otherDose = other === dose ? "" : other;
    const differs = otherDose !== "" && AMOUNT.test(dose) && AMOUNT.test(otherDose);
    return { name: (told ?? written ?? those[0])?.name ?? {}, told, written, dose, otherDose, differs };
  });
  const isOver = ({ told, written }: Reconciled) =>
    OVER.includes((told ?? written)?.standing ?? "running") && !(told && written && !OVER.includes(written.standing));
  return { now: lines.filter((one) => !isOver(one)), past: lines.filter(isOver) };
}

/** Parts of the history that are asked of everybody: they are no danger signs. */
const OF_EVERYBODY = ["既往病史", "正在使用的药物", "药物过敏", "吸烟、饮酒", "past illness", "current medicines", "drug allergies", "smoking and drinking"];

const SINCE = ["从什么时候开始", "since when"];

/** What nobody was asked about: danger signs of this complaint, since when it is there, and parts of the history. */
export function notAsked(summary: Summary, read: (statement: Statement) => string) {
  const named = statementsOf(summary, "not_asked").flatMap((one) => read(one).split(/[；;]/u).map((name) => name.trim()));
  const isHistory = (name: string) => OF_EVERYBODY.some((part) => name.startsWith(part));
  const isSince = (name: string) => SINCE.some((part) => name.startsWith(part));
  return {
    signs: named.filter((name) => !isHistory(name) && !isSince(name)),
    since: named.find(isSince) ?? "",
    history: named.filter(isHistory),
  };
}

const isNone = (one: Statement) => NONE.includes(one.text.trim().toLowerCase());

/** Whether it was said today that no medicine is taken. */
export const deniesMedicines = (summary: Summary) => statementsOf(summary, "medicines").some(isNone);

/** Whether of allergies nothing was said but that there are none, which stands in the banner. */
export function saidInBanner(summary: Summary): boolean {
  return allergiesOf(summary).denied && statementsOf(summary, "allergies").length === 1;
}

/** Whether what is there stands in the complaint already, in lay or in medical words, and nobody has anything against it. */
export function saidInComplaint(summary: Summary, section: "positives" | "story"): boolean {
  const complaint = statementsOf(summary, "complaint").flatMap((one) => [one.text, one.translated ?? ""]).join(" ");
  const isInIt = ({ text, translated }: Statement) => complaint.includes(text) || (!!translated && complaint.includes(translated));
  const marked = new Set(summary.marked.map((one) => one.statement_id));
  const there = statementsOf(summary, section);
  return there.length > 0 && there.every((one) => isInIt(one) && !one.contradicted && !marked.has(one.statement_id));
}

/** Whether every medicine told today stands in the list above, so that its sentence says nothing more. */
export function listedAlready(summary: Summary): boolean {
  const told = statementsOf(summary, "medicines");
  const names = summary.medicines.flatMap((one) => [...Object.values(one.name), one.words].map((name) => name.toLowerCase()));
  const isListed = (text: string) => names.some((name) => name !== "" && text.toLowerCase().startsWith(name));
  return told.length > 0 && told.every((one) => !one.contradicted && isListed(one.text));
}

const PUT = /^(?:问|asked )“(?<asked>[^”]+)”(?:，答| ?, said )“(?<said>[^”]+)”$/u;

/** The patient's words before the machine's question, which is read only where they are not clear alone. */
export function answerFirst(text: string): string {
  const { asked, said } = PUT.exec(text)?.groups ?? {};
  if (asked === undefined || said === undefined) return text;
  return text.startsWith("问") ? `“${said}”（问：${asked}）` : `“${said}” (asked: ${asked})`;
}
