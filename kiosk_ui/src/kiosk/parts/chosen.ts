/** Which tiles of a page stand chosen: those filled in from the patient's words, until the patient taps. */
import { useState } from "react";
import type { Option, Question } from "../../api/kiosk";

/** The tile that excludes all others. */
export const NONE = "none";

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
    tap: (key) => setTaps({ page, chosen: toggled(chosen, key) }),
  };
}

export function chosenOf(question: Question | null, chosen: ReadonlySet<string>): Option[] {
  return question === null ? [] : [...question.options, ...question.ways_out].filter(({ key }) => chosen.has(key));
}

function filledIn(question: Question | null): ReadonlySet<string> {
  return new Set(question?.options.filter(({ quote }) => quote !== null).map(({ key }) => key));
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  if (key === NONE) return new Set([NONE]);
  const now = new Set(chosen);
  now.delete(NONE);
  if (!now.delete(key)) now.add(key);
  return now;
}
