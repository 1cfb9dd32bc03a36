/** Which tiles of a page stand chosen: those filled in from the patient's words, until the patient taps. */
import { useState } from "react";
import type { Option, Question } from "../../api/kiosk";

/** The tile that excludes all others, of its row or of the page. */
export const NONE = "none";

/** Between the key of a row and that of its tile. */
const ROW = "/";

export function inRow(question: Question, row: string): Option[] {
  return question.options.filter(({ key }) => key.startsWith(row + ROW));
}

export interface Tiles {
  chosen: ReadonlySet<string>;
  /** What the patient tapped on this page; what was only filled in is not among it. */
  tapped: readonly Option[];
  tap: (key: string) => void;
}

export function useTiles(question: Question | null, page: string): Tiles {
  const [taps, setTaps] = useState<{ page: string; chosen: ReadonlySet<string> } | null>(null);
  const here = taps?.page === page ? taps.chosen : null;
  const chosen = here ?? filledIn(question);
  return {
    chosen,
    tapped: here ? chosenOf(question, here) : [],
    tap: (key) => setTaps({ page, chosen: question?.rows.length ? inItsRow(question, chosen, key) : toggled(chosen, key) }),
  };
}

export function chosenOf(question: Question | null, chosen: ReadonlySet<string>): Option[] {
  return question === null ? [] : [...question.options, ...question.ways_out].filter(({ key }) => chosen.has(key));
}

function filledIn(question: Question | null): ReadonlySet<string> {
  return new Set(question?.options.filter(({ quote }) => quote !== null).map(({ key }) => key));
}

/** A tap counts in its own row: of one answer the last, of several all but "none"; what was heard stands beside that. */
function inItsRow(question: Question, chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const row = question.rows.find((one) => key.startsWith(one.key + ROW));
  if (!row) return chosen;
  const none = `${row.key}${ROW}${NONE}`;
  const heard = filledIn(question);
  const beside = (one: string) => row.several && (key === none ? heard.has(one) : one !== none || heard.has(key));
  const kept = [...chosen].filter((one) => one !== key && (!one.startsWith(row.key + ROW) || beside(one)));
  return new Set(chosen.has(key) ? kept : [...kept, key]);
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  if (key === NONE) return new Set([NONE]);
  const now = new Set(chosen);
  now.delete(NONE);
  if (!now.delete(key)) now.add(key);
  return now;
}
