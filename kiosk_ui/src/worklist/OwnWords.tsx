/** A sentence of the page in which the patient's own words, in their quotation marks, look like a quotation. */
import { Written } from "../staff/Written";

const LONG = 160; // characters
const QUOTATION = /(“[^”]+”|"[^"]+")/u;

export function OwnWords({ text, quotes }: { text: string; quotes: readonly string[] }) {
  const isOwn = (part: string) => quotes.some((quote) => quote.includes(part.slice(1, -1)));
  return text.split(QUOTATION).map((part, place) =>
    place % 2 === 1 && isOwn(part) ? (
      <span key={place} className={text.length > LONG ? "own-words own-words-long" : "own-words"}>
        {part}
      </span>
    ) : (
      <Written key={place}>{part}</Written>
    ),
  );
}
