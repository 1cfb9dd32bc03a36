/**
 * From letters to words: the cheapest way to cut the letters into words of the dictionary (Viterbi), then every word the
 * letters begin with, each as good as the best that can follow it.
 */
import type { Branch, Word } from "./dictionary";
import { spellings, type Spelling } from "./syllables";

export interface Candidate {
  text: string;
  /** How many of the letters it stands for. */
  length: number;
}

export interface Conversion {
  /** The letters as they are cut into syllables, for the eye. */
  syllables: string[];
  /** All the letters at once first, then what they may begin with. */
  candidates: Candidate[];
}

export type Convert = (letters: string) => Conversion;

/** Words that are read alike, from one place in the letters to another. */
interface Stretch {
  words: Word[];
  /** Where its syllables end. */
  ends: number[];
  cost: number;
}

interface Path {
  text: string;
  ends: number[];
  cost: number;
}

const LONGEST_SYLLABLE = 6;
/** More than this is not guessed into one word. */
const SPELLING_LIMIT = 20;
/** One character is hardly ever meant by its first letter alone. */
const SHORT_CHARACTER = 6;
/** Each word more makes a reading less likely. */
const CUT = 2;
/** A letter that begins no syllable stands for itself. */
const STRAY = 40;

export function engine(root: Branch): Convert {
  const { anywhere, unfinished } = spellings(root.next.keys());

  return (letters) => {
    const end = letters.replace(/'+$/, "").length;
    const spelledAt = remembered(spelled);
    const stretchesAt = remembered(stretches);
    const pathFrom = remembered(cheapest);

    function spelled(at: number): (Spelling & { end: number })[] {
      let start = at;
      while (letters.charAt(start) === "'") start += 1;
      const found = [];
      for (let stop = Math.min(end, start + LONGEST_SYLLABLE); stop > start; stop -= 1) {
        const typed = letters.slice(start, stop);
        for (const spelling of anywhere.get(typed) ?? []) found.push({ ...spelling, end: stop });
        for (const spelling of (stop === end ? unfinished.get(typed) : null) ?? []) found.push({ ...spelling, end: stop });
      }
      return found;
    }

    function stretches(start: number): Stretch[] {
      const found: Stretch[] = [];
      const walk = (branch: Branch, at: number, ends: number[], cost: number) => {
        for (const spelling of spelledAt(at)) {
          const next = branch.next.get(spelling.syllable);
          const sum = cost + spelling.cost;
          if (!next || sum > SPELLING_LIMIT) continue;
          const further = [...ends, spelling.end];
          const alone = spelling.short && ends.length === 0 ? SHORT_CHARACTER : 0;
          if (next.words.length > 0) found.push({ words: next.words, ends: further, cost: sum + alone });
          walk(next, spelling.end, further, sum);
        }
      };
      walk(root, start, [], 0);
      if (found.length > 0) return found;
      return [{ words: [{ text: letters.charAt(start), cost: STRAY }], ends: [start + 1], cost: 0 }];
    }

    function cheapest(start: number): Path {
      let best: Path = { text: "", ends: [], cost: start >= end ? 0 : Infinity };
      if (start >= end) return best;
      for (const { words, ends, cost } of stretchesAt(start)) {
        const [word] = words;
        if (!word) continue;
        const rest = pathFrom(ends.at(-1) ?? end);
        const sum = cost + word.cost + CUT + rest.cost;
        if (sum < best.cost) best = { text: word.text + rest.text, ends: [...ends, ...rest.ends], cost: sum };
      }
      return best;
    }

    if (end === 0) return { syllables: [], candidates: [] };
    const best = pathFrom(0);
    const begun = stretchesAt(0).flatMap(({ words, ends, cost }) => {
      const length = ends.at(-1) ?? end;
      const rest = pathFrom(length).cost;
      return words.map((word) => ({ text: word.text, length, cost: cost + word.cost + CUT + rest }));
    });
    const candidates = new Map<string, Candidate>();
    for (const { text, length } of [{ text: best.text, length: end }, ...begun.sort((a, b) => a.cost - b.cost)])
      if (!candidates.has(text)) candidates.set(text, { text, length: length === end ? letters.length : length });
    return {
      syllables: best.ends.map((stop, at) => letters.slice(best.ends[at - 1] ?? 0, stop)),
      candidates: [...candidates.values()],
    };
  };
}

function remembered<Value>(compute: (at: number) => Value): (at: number) => Value {
  const known = new Map<number, Value>();
  return (at) => {
    const value = known.get(at) ?? compute(at);
    known.set(at, value);
    return value;
  };
}
