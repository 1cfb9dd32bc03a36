import { expect, test } from "vitest";
import { stretches } from "../../src/staff/Written";
import { writtenIn } from "../../src/staff/written";

test.each([
  ["请坐", "zh"],
  ["please sit", "en"],
  ["Please see Dr 王", "en"],
  ["请找 Dr Wang 看", "zh"],
  ["37.5", null],
  ["A", null],
])("%s is written in %s", (text, language) => {
  expect(writtenIn(text)).toBe(language);
});

test.each([
  ["en", "0.5 mg 胸痛时舌下含服 (record)", ["胸痛时舌下含服"]],
  ["en", "冠心病3个月复诊。", ["冠心病3个月复诊。"]],
  ["zh", "心血管内科，NCEP ATP III below the usual limit", ["NCEP ATP III below the usual limit"]],
  ["zh", "INR 4", []],
] as const)("in a page in %s, what is not in its language is found in %s", (desk, text, foreign) => {
  const found = stretches(text, desk);
  expect(found.map(({ words }) => words).join("")).toBe(text);
  expect(found.filter((one) => one.foreign).map(({ words }) => words)).toEqual(foreign);
});
