/** How syllables are typed: in full, by their first letter, unfinished, or as they sound in the south. */

export interface Spelling {
  syllable: string;
  /** How unlikely it is that the syllable was meant, in nats. */
  cost: number;
  /** Only the first letters stand for the syllable. */
  short: boolean;
}

export interface Spellings {
  anywhere: Map<string, Spelling[]>;
  /** A syllable whose end is not typed yet. */
  unfinished: Map<string, Spelling[]>;
}

const SHORT = 3;
const UNFINISHED = 2;
const ALIKE = 6;
const UMLAUT = 1;

export function spellings(syllables: Iterable<string>): Spellings {
  const anywhere = new Map<string, Spelling[]>();
  const unfinished = new Map<string, Spelling[]>();
  const add = (to: Map<string, Spelling[]>, typed: string, spelling: Spelling) =>
    to.set(typed, [...(to.get(typed) ?? []), spelling]);
  for (const syllable of syllables) {
    add(anywhere, syllable, { syllable, cost: 0, short: false });
    for (const typed of alike(syllable)) add(anywhere, typed, { syllable, cost: ALIKE, short: false });
    if (syllable.includes("v")) add(anywhere, syllable.replace("v", "u"), { syllable, cost: UMLAUT, short: false });
    const firsts = initials(syllable);
    for (const typed of firsts) add(anywhere, typed, { syllable, cost: SHORT, short: true });
    for (let length = 2; length < syllable.length; length += 1) {
      const typed = syllable.slice(0, length);
      if (!firsts.includes(typed)) add(unfinished, typed, { syllable, cost: UNFINISHED, short: false });
    }
  }
  return { anywhere, unfinished };
}

/** "zh" and "z" for zhang. */
function initials(syllable: string): string[] {
  const first = syllable.charAt(0);
  const found = /^[zcs]h/.test(syllable) ? [syllable.slice(0, 2), first] : [first];
  return found.filter((typed) => typed !== syllable);
}

/** zang, zhan and zan for zhang. */
function alike(syllable: string): string[] {
  const starts = [syllable, syllable.replace(/^([zcs])(h?)/, (_, letter: string, h: string) => (h ? letter : `${letter}h`))];
  if (/^[ln]/.test(syllable)) starts.push((syllable.startsWith("l") ? "n" : "l") + syllable.slice(1));
  const both = starts.flatMap((start) => [start, start.replace(/(?<=[aei])n(g?)$/, (_, g: string) => (g ? "n" : "ng"))]);
  return [...new Set(both)].filter((typed) => typed !== syllable);
}
