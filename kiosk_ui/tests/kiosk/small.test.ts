import { expect, test } from "vitest";
import { calibration } from "../../src/kiosk/display";
import { asDate, isFull, wholeYear } from "../../src/kiosk/parts/birthDate";
import { wallTime, width } from "../../src/kiosk/parts/words";

const today = new Date(2026, 10, 21);

test.each([
  [{ year: "1958", month: "3", day: "9" }, "1958-03-09"],
  [{ year: "2024", month: "02", day: "29" }, "2024-02-29"],
  [{ year: "2023", month: "2", day: "29" }, null],
  [{ year: "2027", month: "1", day: "1" }, null],
  [{ year: "58", month: "3", day: "9" }, null],
  [{ year: "1850", month: "3", day: "9" }, null],
])("%o is %s", (typed, date) => {
  expect(asDate(typed, today)).toBe(date);
});

test("a month is full when no further digit can follow", () => {
  expect([isFull("month", "1"), isFull("month", "4"), isFull("day", "3"), isFull("day", "4")]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test("millimetres are remembered, and nonsense is not believed", () => {
  localStorage.clear();
  expect(calibration("?mm=4.7", localStorage)).toBe(4.7);
  expect(calibration("", localStorage)).toBe(4.7);
  expect(calibration("?mm=900", localStorage)).toBeNull();
  expect(calibration("?mm=x", localStorage)).toBeNull();
});

test("a time is the hospital's wall clock, whatever zone it is sent with", () => {
  expect(wallTime("2026-11-21T14:10:00").getHours()).toBe(14);
  expect(wallTime("2026-11-21T14:10:00+08:00").getHours()).toBe(14);
});

test("a Chinese character takes the room of two letters", () => {
  expect(width("ab疼")).toBe(4);
});

test.each([
  ["58", "1958"],
  ["26", "2026"],
  ["27", "1927"],
  ["05", "2005"],
  ["19", "19"],
  ["20", "20"],
  ["5", "5"],
  ["1958", "1958"],
])("the year %s is %s", (typed, year) => {
  expect(wholeYear(typed, today)).toBe(year);
});
