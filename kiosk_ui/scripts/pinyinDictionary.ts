/**
 * The dictionary of the pinyin keyboard, made while the front end is built: words and how often they are written from
 * jieba, their readings from pinyin-pro, and before both the complaints and illnesses that Frontdesk itself knows.
 */
import { dict } from "@node-rs/jieba/dict.js";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { customPinyin, pinyin } from "pinyin-pro";
import type { Plugin } from "vite";
import { parse } from "yaml";
import { level } from "../src/kiosk/pinyin/dictionary";

const MODULE = "virtual:pinyin-dictionary";
const KNOWLEDGE = join(import.meta.dirname, "../../frontdesk/models/knowledge");
const LONGEST = { word: 6, phrase: 8 };
/** Rarer words of jieba are left out; of people's names only the well known stay. */
const RAREST = { word: 5, name: 100 };
/** Not offered beside "fashao" on a hospital's screen; character by character they can be typed. */
const UNSEEMLY = /[淫嫖婊妓]|骚货|[发风]骚/;
/** How often our own words count as written, where a newspaper writes them less. */
const OURS = { findings: { name: 5000, says: 500 }, conditions: { name: 1000, says: 100 } };
/** What a word gains each time it stands within one of our phrases: in a hospital people vomit more than they draw. */
const WITHIN = 100;
/** Characters that stand together in so many of our phrases may be typed together. */
const COLLOCATION = 5;
/** What a patient says has grown on the skin is read zhang, also where the dictionary of readings lacks the phrase. */
const GROWN = "了|个|出|好|肉|包|泡|痘|茧|瘤|疮|斑|息肉|疙瘩|东西|结节|鸡眼|虱子|囊肿|血栓|冻疮|疖子|水痘|不好".split("|");

export function pinyinDictionary(): Plugin {
  return {
    name: "pinyin-dictionary",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) => (id === `\0${MODULE}` ? { code: `export default ${made()}`, map: { mappings: "" } } : null),
  };
}

const made = () => JSON.stringify(written(readings(counts())));

type Counts = Map<string, number>;

/** How often each word is written. */
function counts(): Counts {
  const common = new Set(commonCharacters());
  const isChinese = (text: string, longest: number) => text.length <= longest && Array.from(text).every((at) => common.has(at));
  const found: Counts = new Map(commonCharacters().map((character) => [character, 1]));
  for (const line of new TextDecoder().decode(dict).split("\n")) {
    const [word = "", count = "", kind = ""] = line.split(" ");
    const rarest = kind.startsWith("nr") ? RAREST.name : RAREST.word;
    if (UNSEEMLY.test(word) || !isChinese(word, LONGEST.word) || Number(count) < rarest) continue;
    found.set(word, Number(count));
  }
  const within: Counts = new Map();
  const ours = (text: string, count: number) => {
    if (!isChinese(text, LONGEST.phrase)) return;
    for (const part of parts(text)) within.set(part, (within.get(part) ?? 0) + 1);
    found.set(text, Math.max(count, found.get(text) ?? 0));
  };
  for (const [folder, { name, says }] of Object.entries(OURS))
    for (const entry of knowledge(folder)) {
      ours(entry.zh, name);
      for (const text of entry.says?.zh ?? []) ours(text, says);
    }
  for (const [part, times] of within)
    if (times >= COLLOCATION || found.has(part)) found.set(part, (found.get(part) ?? 0) + WITHIN * times);
  return found;
}

function parts(text: string): string[] {
  const starts = Array.from(text, (_, at) => text.slice(at));
  return starts.flatMap((rest) => Array.from(rest, (_, at) => rest.slice(0, at + 1))).filter((part) => part !== text);
}

/** The 6763 simplified characters of GB 2312. */
function commonCharacters(): string[] {
  const decoder = new TextDecoder("gb18030");
  const rows = Array.from({ length: 0xf8 - 0xb0 }, (_, row) => 0xb0 + row);
  return rows.flatMap((row) => {
    const bytes = Array.from({ length: 94 }, (_, cell) => [row, 0xa1 + cell]).flat();
    return Array.from(decoder.decode(Uint8Array.from(bytes))).filter((character) => /\p{Script=Han}/u.test(character));
  });
}

interface Entry {
  zh: string;
  says?: { zh?: string[] };
}

function knowledge(folder: string): Entry[] {
  const at = join(KNOWLEDGE, folder);
  return readdirSync(at).flatMap((file) => parse(readFileSync(join(at, file), "utf8")) as Entry[]);
}

/** Words by their syllables ("tou teng"), each with its count. */
function readings(words: Counts): Map<string, Counts> {
  customPinyin({ 咳: "ké", 睡不着: "shuì bù zháo", 够不着: "gòu bù zháo" });
  customPinyin(Object.fromEntries(GROWN.map((what) => [`长${what}`, `zhǎng ${pinyin(what)}`])));
  const found = new Map<string, Counts>();
  const add = (syllables: string, word: string, count: number) => {
    const same = found.get(syllables) ?? new Map<string, number>();
    found.set(syllables, same.set(word, count));
  };
  // How often a character is read one way or the other is seen in the words it stands in.
  const seen = new Map<string, number>();
  for (const [word, count] of words) {
    if (word.length === 1) continue;
    const syllables = read(word);
    add(syllables.join(" "), word, count);
    syllables.forEach((syllable, at) => {
      const key = `${word.charAt(at)} ${syllable}`;
      seen.set(key, (seen.get(key) ?? 0) + count);
    });
  }
  for (const [character, count] of words) {
    if (character.length > 1) continue;
    const ways = [...new Set(read(character, true))];
    const times = ways.map((syllable) => 1 + (seen.get(`${character} ${syllable}`) ?? 0));
    const all = times.reduce((sum, more) => sum + more);
    ways.forEach((syllable, at) => add(syllable, character, (count * (times[at] ?? 0)) / all));
  }
  return found;
}

function read(word: string, everyWay = false): string[] {
  const syllables = pinyin(word, { toneType: "none", type: "array", v: true, multiple: everyWay });
  return syllables.map((syllable) => (/[aeiouv]/.test(syllable) ? syllable : "en"));
}

/** A tree of syllables, one a line: its depth, the syllable, and the words that end there, the most frequent first. */
function written(found: Map<string, Counts>): string {
  const lines: string[] = [];
  let before: string[] = [];
  for (const key of [...found.keys()].sort()) {
    const syllables = key.split(" ");
    let depth = 0;
    while (depth < syllables.length - 1 && syllables[depth] === before[depth]) depth += 1;
    for (; depth < syllables.length - 1; depth += 1) lines.push(`${depth}${syllables[depth] ?? ""}`);
    const words = [...(found.get(key) ?? [])].sort(([, a], [, b]) => b - a);
    lines.push(`${depth}${syllables[depth] ?? ""}${words.map(([word, count]) => word + level(count)).join("")}`);
    before = syllables;
  }
  return lines.join("\n");
}
