/** What of a page is read aloud, in its order: headings, lines and what can be pressed, each in its language. */
import type { Language } from "../../api/kiosk";

export interface Spoken {
  text: string;
  language: Language;
}

const BLOCKS = "h1, h2, h3, p, li, legend, label, button, [role=radio], [role=checkbox]";
const HIDDEN = "[hidden], [aria-hidden=true], .visually-hidden, .keyboard, .voice-keys, .voice-wave, .chat-mine";

/** A dialogue that is on top of everything else. */
export const dialogue = () => document.querySelector("[role=dialog], [role=alertdialog]");

/** Texts under `page`, innermost blocks only, each once. */
export function readable(page: Element): Spoken[] {
  const blocks = [...page.querySelectorAll(BLOCKS)].filter(
    (block) => block.closest(HIDDEN) === null && block.querySelector(BLOCKS) === null && shown(block),
  );
  const spoken = blocks.flatMap(partsOf).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return spoken.filter((one, place) => spoken.findIndex(({ text }) => text === one.text) === place);
}

/** Of a block that stands in two languages, each by itself. */
function partsOf(block: Element): Spoken[] {
  const inside = block.hasAttribute("aria-label") ? [] : [...block.querySelectorAll("[lang]")];
  return inside.length === 0 ? [nameOf(block)] : inside.map(nameOf);
}

/** As a screen reader names it: its label, else its words. */
export function nameOf(element: Element): Spoken {
  const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? labelOf(element) : null;
  const text = element.getAttribute("aria-label") ?? field ?? wordsOf(element);
  const lang = element.closest("[lang]")?.getAttribute("lang") ?? document.documentElement.lang;
  return { text: text.replace(/\s+/g, " ").trim(), language: lang.startsWith("zh") ? "zh" : "en" };
}

function labelOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  return [...(field.labels ?? [])].map((label) => label.textContent).join(" ") || field.placeholder;
}

/** A rest between what stands in different places of a tile. */
function wordsOf(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent?.closest("[aria-hidden=true], svg") == null) words.push(walker.currentNode.textContent ?? "");
  }
  return words.join(" ");
}

function shown(element: Element): boolean {
  return typeof element.checkVisibility !== "function" || element.checkVisibility({ visibilityProperty: true });
}

/** What keys and a finger's "next" go through: everything that can be pressed or filled in. */
export function reachable(page: Element): HTMLElement[] {
  const found = page.querySelectorAll<HTMLElement>("button, input:not([type=hidden]), textarea, a[href], [role=radio]");
  return [...found].filter(
    (one) => !one.matches(":disabled") && one.closest(".voice-keys, .keyboard, [aria-hidden=true]") === null && shown(one),
  );
}
