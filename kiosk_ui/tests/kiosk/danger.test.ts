import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { soundsDangerous } from "../../src/kiosk/danger";

interface Case {
  text: string;
  danger: boolean;
}

const AT_LEAST = 0.9; // of what people in danger say in a few words
const AT_MOST = 0.25; // of what others say

test.each(["en", "zh"])("few words of danger are known, in %s", (language) => {
  const cases = readFileSync(`../frontdesk/evaluation/cases/danger_${language}_short.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
  const share = (danger: boolean) => {
    const those = cases.filter((one) => one.danger === danger);
    return those.filter((one) => soundsDangerous(one.text)).length / those.length;
  };
  expect(share(true)).toBeGreaterThanOrEqual(AT_LEAST);
  expect(share(false)).toBeLessThanOrEqual(AT_MOST);
});
