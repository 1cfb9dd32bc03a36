/** How tightly the page must be set so that it fits one sheet of A4. */
import { saidOf, spoken, statementsOf, type Section, type Summary } from "./page";

export type Density = "calm" | "dense" | "tight";

// Characters of a line of one column and of a whole line at 10 points, Chinese ones counting whole.
const COLUMN = 22;
const LINE = 52;
const LATIN = 0.55;
// Lines that fit at 10 and at 9 points, measured on paper.
const CALM_LINES = 54;
const DENSE_LINES = 66;
const HEAD_AND_FOOT = 9;
const BETWEEN_SECTIONS = 0.4;

const width = (text: string) => Array.from(text).reduce((sum, one) => sum + (one < "\u2e80" ? LATIN : 1), 0);
const linesOf = (texts: readonly string[], wide: number) =>
  texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(width(text) / wide)), 0);

const LEFT = ["complaint", "routing", "follow_up", "words", "past_history", "person", "family", "wishes"] as const;
const RUNNING = ["story", "positives", "negatives", "not_asked", "not_known"] as const;
const RIGHT = ["medicines", "allergies", "intolerances"] as const;
const WRITTEN = ["physical_examination", "preliminary_diagnosis", "treatment_opinion"] as const;

export function printedLines(summary: Summary): number {
  const texts = (section: Section) => statementsOf(summary, section).map((statement) => statement.text);
  const each = (sections: readonly Section[]) =>
    sections.reduce((sum, section) => sum + Math.max(1, linesOf(texts(section), COLUMN)) + BETWEEN_SECTIONS, 0);
  const running = RUNNING.reduce((sum, section) => sum + linesOf([texts(section).join("   ")], COLUMN) + BETWEEN_SECTIONS, 0);
  const said = statementsOf(summary, "complaint").flatMap((one) =>
    saidOf(one)
      .slice(0, 1)
      .map((e) => spoken(summary, e)),
  );
  const left = each(LEFT) + running + linesOf(said, COLUMN / 1.3);
  const right = each(RIGHT) + 1.8 * summary.medicines.length;
  const cautions = summary.cautions.reduce((sum, one) => sum + 1 + linesOf([one.why.en ?? ""], LINE), 0) / 2;
  const values = 1.9 * Math.ceil(Math.min(8, summary.values.length) / 2);
  const background = Math.max(1 + summary.on_file.length, 2.5 * Math.min(3, summary.earlier.length));
  const written = linesOf(WRITTEN.map((field) => summary.record[field] ?? "").filter((text) => text !== ""), LINE);
  const whole = linesOf([...texts("red_flags"), ...texts("notes")], LINE);
  return HEAD_AND_FOOT + Math.max(left, right) + cautions + values + background + written + whole;
}

export function density(summary: Summary): Density {
  const lines = printedLines(summary);
  if (lines <= CALM_LINES) return "calm";
  return lines <= DENSE_LINES ? "dense" : "tight";
}
