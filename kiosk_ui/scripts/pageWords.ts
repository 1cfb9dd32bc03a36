/**
 * Writes `words.json` while the front end is built: the words of the kiosk's own pages. What stands on a screen is read
 * aloud only where it is made of them, so the server has to know them.
 */
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const MESSAGES = join(import.meta.dirname, "../src/messages/kiosk");

export interface Words {
  /** Messages that always read the same. */
  whole: string[];
  /** What stands between the blanks of the others. */
  parts: string[];
}

export function pageWords(): Plugin {
  return {
    name: "frontdesk-page-words",
    apply: "build",
    generateBundle() {
      const source = JSON.stringify({ zh: wordsOf(catalogue("zh")), en: wordsOf(catalogue("en")) });
      this.emitFile({ type: "asset", fileName: "words.json", source });
    },
  };
}

export function wordsOf(messages: Record<string, string>): Words {
  const words: Words = { whole: [], parts: [] };
  for (const message of Object.values(messages)) {
    const elements = parse(message);
    const parts = literals(elements);
    if (elements.every(({ type }) => type === TYPE.literal)) words.whole.push(message);
    else words.parts.push(...parts);
  }
  return words;
}

/** In every branch of a plural or a choice. */
function literals(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [element.value];
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return Object.values(element.options).flatMap(({ value }) => literals(value));
    return element.type === TYPE.tag ? literals(element.children) : [];
  });
}

function catalogue(language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(MESSAGES, `${language}.json`), "utf8")) as Record<string, string>;
}
