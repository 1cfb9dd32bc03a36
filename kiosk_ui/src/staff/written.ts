/** In which language something is written, as far as its letters tell. */
import type { Language } from "../messages/Messages";

const HAN = /\p{Script=Han}/gu;
const WORDS = /[A-Za-z]{2,}/g;

/** Null where it is in neither: a number, a sign. Names in the other letters do not change it. */
export function writtenIn(text: string): Language | null {
  const han = text.match(HAN)?.length ?? 0;
  const words = text.match(WORDS)?.length ?? 0;
  if (han === 0 && words === 0) return null;
  return han > words ? "zh" : "en";
}
