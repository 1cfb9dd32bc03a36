/** Chinese words by the syllables they are read with. */

export interface Word {
  text: string;
  /** How unexpected the word is, in nats. */
  cost: number;
}

/** The words that end after one row of syllables, the most frequent first, and the syllables that may follow. */
export interface Branch {
  words: Word[];
  next: Map<string, Branch>;
}

const WRITTEN_IN_ALL = 60_000_000; // words jieba's frequencies were counted in
const STEP = 0.4;
const LEAST = 5;

/** A frequency as one digit of base 36, as the file of the dictionary has it. */
export function level(count: number): string {
  const cost = Math.log(WRITTEN_IN_ALL / count);
  return Math.min(35, Math.max(0, Math.round((cost - LEAST) / STEP))).toString(36);
}

export function grow(file: string): Branch {
  const root: Branch = { words: [], next: new Map() };
  const path = [root];
  for (const line of file.split("\n")) {
    const [, digit = "", syllable = "", words = ""] = /^(\d)([a-z]+)(.*)$/.exec(line) ?? [];
    const depth = Number(digit);
    const branch: Branch = { words: cut(words, depth + 1), next: new Map() };
    path[depth]?.next.set(syllable, branch);
    path[depth + 1] = branch;
  }
  return root;
}

function cut(words: string, length: number): Word[] {
  const found: Word[] = [];
  for (let at = 0; at < words.length; at += length + 1) {
    const cost = LEAST + STEP * parseInt(words.charAt(at + length), 36);
    found.push({ text: words.slice(at, at + length), cost });
  }
  return found;
}
