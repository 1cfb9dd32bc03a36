import { beforeAll, expect, test } from "vitest";
import type { Convert } from "../../src/kiosk/pinyin/engine";
import { loadPinyin } from "../../src/kiosk/pinyin/useComposition";
import complaints from "./complaints.json";
import further from "./complaintsFurther.json";

const FIRST = 5;

let convert: Convert;
beforeAll(async () => {
  convert = await loadPinyin();
}, 60_000);

const words = (letters: string) => convert(letters).candidates.map(({ text }) => text);

/** The words are had by taking, again and again, one of the first candidates. */
function had(letters: string, wanted: string): boolean {
  if (wanted === "") return letters === "";
  return convert(letters)
    .candidates.slice(0, FIRST)
    .some(({ text, length }) => wanted.startsWith(text) && had(letters.slice(length), wanted.slice(text.length)));
}

// The first were written before the keyboard, the further ones after it was tuned to the first.
test.each([
  ["complaints", complaints],
  ["further complaints", further],
])("the words of %s are had from the first five candidates", (name, rows) => {
  const missed = rows.filter(([wanted = "", letters = ""]) => !had(letters, wanted)).map(([wanted]) => wanted);
  const atOnce = rows.filter(([wanted, letters = ""]) => words(letters)[0] === wanted);
  console.info(`pinyin: ${rows.length - missed.length} of ${rows.length} ${name}, ${atOnce.length} by the first candidate`, missed);
  expect(missed.length / rows.length).toBeLessThanOrEqual(0.05);
});

test.each([
  ["several words at once", "wotouteng", "我头疼"],
  ["a sentence", "jintianzaoshangkaishiduziteng", "今天早上开始肚子疼"],
  ["first letters", "tt", "头疼"],
  ["some syllables shortened", "duzit", "肚子疼"],
  ["a syllable not finished", "fasha", "发烧"],
  ["z for zh", "zuyuan", "住院"],
  ["in for ing, n for l", "niubiti", "流鼻涕"],
  ["u for ü", "nuer", "女儿"],
  ["v for ü", "nver", "女儿"],
  ["a syllable that could be two", "xi'an", "西安"],
  ["着 as zhao", "shuizhao", "睡着"],
  ["着 as zhao after 不", "shuibuzhao", "睡不着"],
  ["发 of hair", "toufa", "头发"],
  ["长 as long", "changqi", "长期"],
  ["长 as growing", "zhangda", "长大"],
  ["重 as heavy", "tizhong", "体重"],
  ["重 as again", "chongxin", "重新"],
  ["便 of 便宜", "pianyi", "便宜"],
])("%s: %s", (_, letters, wanted) => {
  expect(words(letters).slice(0, FIRST)).toContain(wanted);
});

test("a character is found under each of its readings, the usual one earlier", () => {
  expect(words("zhang")).toContain("长");
  expect(words("chang")).toContain("长");
  expect(words("xue").indexOf("血")).toBeLessThan(FIRST);
  expect(words("de").indexOf("得")).toBeLessThan(FIRST);
  expect(words("dei")).toContain("得");
});

test("the letters are shown cut into syllables", () => {
  expect(convert("wotoutengsantianle").syllables).toEqual(["wo", "tou", "teng", "san", "tian", "le"]);
  expect(convert("dzt").syllables).toEqual(["d", "z", "t"]);
});

test("a candidate says how many letters it stands for", () => {
  const { candidates } = convert("touteng'");
  expect(candidates.find(({ text }) => text === "头疼")?.length).toBe(8);
  expect(candidates.find(({ text }) => text === "头")?.length).toBe(3);
});

test("letters that are no pinyin stay what they are, and nothing makes nothing", () => {
  expect(words("vvv")[0]).toBe("vvv");
  expect(convert("").candidates).toEqual([]);
  expect(convert("'").candidates).toEqual([]);
});

test("the longest composition is converted between two presses", () => {
  for (const letters of ["zhuang".repeat(10), "s".repeat(60), "xian".repeat(15), "zcs".repeat(20)]) {
    const begun = performance.now();
    expect(words(letters)[0]).not.toBe("");
    expect(performance.now() - begun).toBeLessThan(1000);
  }
});
