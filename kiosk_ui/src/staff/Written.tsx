/** What the records hold in whatever language it was written: each stretch that is not in the desk's is marked so. */
import type { Language } from "../messages/Messages";
import { useWords } from "./words";

// A Chinese stretch in an English page, and a stretch of several English words in a Chinese one.
const FOREIGN: Record<Language, RegExp> = {
  en: /\p{Script=Han}(?:[\p{Script=Han}，。；：、（）！？《》“”→\d.%/~×℃-]*[\p{Script=Han}。；）！？”])?/gu,
  zh: /[A-Za-z]{2,}(?:[ ,;:()'’“”.\-/\d°%<>+]+[A-Za-z]+){3,}[.)”]?/g,
};
const OTHER: Record<Language, Language> = { en: "zh", zh: "en" };

interface Stretch {
  words: string;
  foreign: boolean;
}

export function stretches(text: string, desk: Language): Stretch[] {
  const found: Stretch[] = [];
  let from = 0;
  for (const { 0: words, index } of text.matchAll(FOREIGN[desk])) {
    if (index > from) found.push({ words: text.slice(from, index), foreign: false });
    found.push({ words, foreign: true });
    from = index + words.length;
  }
  if (from < text.length) found.push({ words: text.slice(from), foreign: false });
  return found;
}

export function Written({ children }: { children: string }) {
  const { language } = useWords();
  return stretches(children, language).map(({ words, foreign }, place) =>
    foreign ? (
      <span key={place} lang={OTHER[language]}>
        {words}
      </span>
    ) : (
      words
    ),
  );
}
