import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { firstTurn, routeOf, stepsOf, type Plan } from "../../src/kiosk/parts/route";

const both = (text: string) => ({ zh: text, en: text });
const GROUND: Plan = {
  building: both("Main"),
  floor: 1,
  kiosk: [50, 92],
  corridors: [],
  lifts: [{ name: "1", at: [40, 60] }],
  rooms: [],
  landmarks: [],
};
const FIFTH: Plan = { ...GROUND, floor: 5, kiosk: null, rooms: [{ room: "A503", at: [32, 55], colour: "blue" }] };
const place = {
  building: "Main",
  floor: 5,
  room: "A503",
  directions: "Walk ahead; lift 1 is on your left. Go to floor 5. Turn left. It is the second door.",
  way: [[50, 92], [50, 60], [40, 60], [32, 60], [32, 55]] as const,
};

test("a way by lift is a leg on either floor, and left is left", () => {
  const route = routeOf(place, [GROUND, FIFTH]);
  expect(route.lift).toEqual({ name: "1", floor: 5 });
  expect(route.here?.points.at(-1)).toEqual([40, 60]);
  expect(route.there?.points[0]).toEqual([40, 60]);
  expect(route.turns).toEqual({ here: "left", there: "left" });
  expect(route.colour).toBe("blue");
});

test("a way on the kiosk's floor has no lift, and one without plans has nothing to draw", () => {
  const here = routeOf({ ...place, floor: 1 }, [GROUND, FIFTH]);
  expect([here.lift, here.there]).toEqual([null, null]);
  expect(routeOf(place, []).here).toBeNull();
});

test.each([
  ["ahead of the kiosk", [[50, 92], [50, 60]], "ahead"],
  ["to the left", [[50, 92], [50, 60], [40, 60]], "left"],
  ["to the right", [[50, 92], [50, 60], [60, 60]], "right"],
] as const)("the first turn %s", (_, points, turn) => {
  expect(firstTurn(points)).toBe(turn);
});

test("the hospital's words are shared among three steps", () => {
  expect(stepsOf(place.directions, 5)).toEqual([
    "Walk ahead; lift 1 is on your left.",
    "Go to floor 5.",
    "Turn left. It is the second door.",
  ]);
  expect(stepsOf("往前走，左边是1号电梯。乘到5楼。出门左转。", 5)).toEqual(["往前走，左边是1号电梯。", "乘到5楼。", "出门左转。"]);
  expect(stepsOf("往前走，右边就是。", 1)).toEqual(["往前走，右边就是。", "", ""]);
});

test("in the demonstration hospital the arrow after the lift is the side that its words say", () => {
  const csv = readFileSync(resolve(__dirname, "../../../hospital/demo/departments.csv"), "utf8");
  const lifts = { "1": [40, 60], "2": [60, 60], "3": [94, 80], "4": [8, 80] } as const;
  const ground = { ...GROUND, lifts: Object.entries(lifts).map(([name, at]) => ({ name, at: [...at] as [number, number] })) };
  let seen = 0;
  for (const line of csv.split("\n").slice(1)) {
    const said = /Go to floor (\d)\. Turn (left|right)|lift \d to floor (\d)\. Turn (left|right)/.exec(line);
    const way = /"((?:\d+,\d+ ?)+)"/.exec(line)?.[1];
    if (!said || way === undefined) continue;
    const floor = Number(said[1] ?? said[3]);
    const points = way.split(" ").map((pair) => pair.split(",").map(Number) as [number, number]);
    const target = { ...FIFTH, floor };
    const route = routeOf({ ...place, floor, way: points }, [ground, target]);
    expect([line.slice(0, 24), route.turns.there]).toEqual([line.slice(0, 24), said[2] ?? said[4]]);
    seen += 1;
  }
  expect(seen).toBeGreaterThan(25);
});
