import { expect, test } from "vitest";
import { writtenIn } from "../../src/board/written";

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
