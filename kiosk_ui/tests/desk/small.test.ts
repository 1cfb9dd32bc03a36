import { expect, test, vi } from "vitest";
import { openAlerts, step } from "../../src/board/alerts";
import { coalesced } from "../../src/board/coalesced";
import { span } from "../../src/staff/clock";
import { density } from "../../src/worklist/density";
import { changed } from "../../src/worklist/changed";
import { dayAfter, redFlag, spoken, statementsOf } from "../../src/worklist/page";
import { aCard, anAlert, aSummary } from "./deskServer";

test.each([
  [0, "0:00"],
  [252, "4:12"],
  [3852, "1:04:12"],
])("%i seconds are %s", (seconds, shown) => expect(span(seconds)).toBe(shown));

test.each([
  ["two weeks", "two days", "two ", "weeks", "days", ""],
  ["高血压十来年", "高血压二十年", "高血压", "十来", "二十", "年"],
  ["fever", "", "", "fever", "", ""],
  ["", "new", "", "", "new", ""],
  ["left knee", "left left knee", "left ", "", "left ", "knee"],
])("%s to %s marks only what differs", (before, after, head, removed, added, tail) =>
  expect(changed(before, after)).toEqual({ head, removed, added, tail }),
);

test("what is marked always adds up to both texts", () => {
  const words = ["a b", "b a", "aa", "a", "ab", "38.5 度", "38.4 度", "疼 疼", "疼"];
  for (const before of words)
    for (const after of words) {
      const { head, removed, added, tail } = changed(before, after);
      expect(head + removed + tail).toBe(before);
      expect(head + added + tail).toBe(after);
    }
});

test("reading again while a reading runs happens once more, not many times", async () => {
  let readings = 0;
  let finish: () => void = () => undefined;
  const read = coalesced(() => {
    readings += 1;
    return new Promise<void>((resolve) => (finish = resolve));
  });
  for (let i = 0; i < 5; i += 1) read();
  expect(readings).toBe(1);
  finish();
  await new Promise((resolve) => setTimeout(resolve));
  expect(readings).toBe(2);
  finish();
  await new Promise((resolve) => setTimeout(resolve));
  expect(readings).toBe(2);
});

test("readings lie a pause apart, but for what is urgent", async () => {
  vi.useFakeTimers();
  let readings = 0;
  const read = coalesced(() => {
    readings += 1;
    return Promise.resolve();
  }, 1_000);
  read();
  await vi.advanceTimersByTimeAsync(100);
  for (let i = 0; i < 5; i += 1) read();
  await vi.advanceTimersByTimeAsync(800);
  expect(readings).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(readings).toBe(2);
  read();
  read(true);
  expect(readings).toBe(3);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readings).toBe(3);
  vi.useRealTimers();
});

test("open alerts come gravest first, then oldest", () => {
  const card = aCard("one", {
    alerts: [
      anAlert({ alert_id: "c", level: "C" }),
      anAlert({ alert_id: "late", raised_at: "2026-11-21T09:01:00" }),
      anAlert({ alert_id: "early", raised_at: "2026-11-21T09:00:00" }),
      anAlert({ alert_id: "answered", acknowledged_by: "Li Na" }),
    ],
  });
  expect(openAlerts(card).map((alert) => alert.alert_id)).toEqual(["early", "late", "c"]);
});

test("a call for a person does not climb to the charge nurse", () => {
  const old = anAlert({ level: "C", raised_at: "2026-11-21T09:00:00" });
  expect(step(old, Date.parse("2026-11-21T09:10:00"))).toBe("nobody");
});

test("a red flag's letter becomes its level", () => {
  expect(redFlag("A: chest pain")).toEqual({ level: "A", words: "chest pain" });
  expect(redFlag("Apnoea")).toEqual({ level: null, words: "Apnoea" });
});

test("the day after the last of a month is the first of the next", () => {
  expect(dayAfter("2026-11-30", 1)).toBe("2026-12-01");
  expect(dayAfter("2026-01-01", -1)).toBe("2025-12-31");
});

test("a quote of one word is shown in the sentence it was said in", () => {
  const summary = aSummary();
  expect(spoken(summary, { turn: 2, quote: "tight", tapped: false })).toBe("It gets tight when I climb stairs");
  expect(spoken(summary, { turn: 9, quote: "tight", tapped: false })).toBe("tight");
  const rant = "I waited an hour and nobody came to me at all today. My knee hurts. And the lift is broken again.";
  summary.summary?.conversation.push({ turn: 4, speaker: "patient", text: rant, tapped: false, spoken: false, confidence: null });
  expect(spoken(summary, { turn: 4, quote: "knee", tapped: false })).toBe("My knee hurts.");
});

test("words that stand whole under their heading are not shown twice", () => {
  const summary = aSummary();
  const say = (statement_id: string, section: "words" | "allergies", text: string, quote: string) =>
    summary.summary?.statements.push({
      statement_id,
      section,
      text,
      evidence: [{ turn: 6, quote, tapped: false }],
      machine: false,
      field: null,
      written: null,
      translated: null,
      contradicted: false,
      coded: null,
    });
  say("w1", "words", "asked “Allergies”, said “Penicillin, a rash.”", "Penicillin, a rash.");
  say("a1", "allergies", "in their words: “Penicillin, a rash.”", "Penicillin, a rash.");
  say("w2", "words", "said “It comes at night, and penicillin helps.”", "It comes at night, and penicillin helps.");
  say("a2", "allergies", "in their words: “… penicillin helps.”", "It comes at night, and penicillin helps.");
  expect(statementsOf(summary, "words").map((one) => one.statement_id)).toEqual(["w2"]);
  expect(statementsOf(summary, "allergies")).toHaveLength(2);
});

test("the more there is to print, the tighter it is set", () => {
  const summary = aSummary();
  const settings = [0, 20, 60].map((more) => {
    const added = Array.from({ length: more }, (_, n) => ({
      statement_id: `m${n}`,
      section: "past_history" as const,
      text: `illness number ${n}`,
      evidence: [],
      machine: false,
      field: null,
      written: null, translated: null, contradicted: false, coded: null,
    }));
    const page = summary.summary && { ...summary.summary, statements: [...summary.summary.statements, ...added] };
    return density({ ...summary, summary: page });
  });
  expect(settings).toEqual(["calm", "calm", "tight"]);
});
