/** How tightly the page must be set so that it fits one sheet of A4. */
import { saidOf, spoken, statementsOf, type Section, type Summary } from "./page";

export type Density = "calm" | "dense" | "tight";

// Characters of a full line and of a third of one at 10 points, Chinese ones counting whole.
const LINE = 40;
const COLUMN = 15;
const LATIN = 0.55;
// Lines that fit at 10 and at 9 points, measured on paper.
const CALM_LINES = 50;
const DENSE_LINES = 66;
const HEAD_AND_FOOT = 8;
const BETWEEN_SECTIONS = 0.5;

const width = (text: string) => Array.from(text).reduce((sum, one) => sum + (one < "\u2e80" ? LATIN : 1), 0);
const linesOf = (texts: readonly string[], wide: number) =>
  texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(width(text) / wide)), 0);

export function printedLines(summary: Summary): number {
  const texts = (section: Section) => statementsOf(summary, section).map((statement) => statement.text);
  const columns = [texts("positives"), texts("negatives"), [...texts("not_asked"), ...texts("not_known")]];
  const rows = (
    [
      "red_flags",
      "words",
      "follow_up",
      "past_history",
      "family",
      "medicines",
      "allergies",
      "intolerances",
      "wishes",
      "routing",
      "notes",
    ] as const
  )
    .map((section) => Math.max(1, linesOf(texts(section), LINE)) + BETWEEN_SECTIONS)
    .reduce((sum, lines) => sum + lines, 0);
  const said = statementsOf(summary, "complaint").flatMap((one) =>
    saidOf(one)
      .slice(0, 1)
      .map((e) => spoken(summary, e)),
  );
  return (
    HEAD_AND_FOOT +
    rows +
    linesOf([...said, ...texts("complaint")], LINE) +
    linesOf([texts("story").join("")], LINE) +
    Math.max(...columns.map((column) => linesOf(column, COLUMN))) +
    Math.min(3, summary.earlier.length)
  );
}

export function density(summary: Summary): Density {
  const lines = printedLines(summary);
  if (lines <= CALM_LINES) return "calm";
  return lines <= DENSE_LINES ? "dense" : "tight";
}
