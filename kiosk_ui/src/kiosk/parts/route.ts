/** The way as three steps and the floors they are on, from the walk's points and the hospital's floor plans. */
import type { Hospital } from "../../api/kiosk";

export type Plan = Hospital["floors"][number];
export type Point = readonly [number, number];
export type Turn = "ahead" | "left" | "right";

export interface Place {
  building: string;
  floor: number;
  room: string;
  directions: string;
  way: readonly Point[];
}

export interface Leg {
  plan: Plan;
  points: readonly Point[];
}

export interface Route {
  /** On the kiosk's own floor. */
  here: Leg | null;
  /** The lift that is taken, and the floor it goes to; null where the place is on the kiosk's floor. */
  lift: { name: string; floor: number } | null;
  /** On the place's own floor, from the lift on. */
  there: Leg | null;
  /** To which side the walk turns first, seen by who stands at the kiosk, or at the lift. */
  turns: { here: Turn; there: Turn };
  /** Colour of the sign at the door, where the plan knows it. */
  colour: string;
}

const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];

export function routeOf(place: Place, floors: readonly Plan[]): Route {
  const ground = floors.find(({ kiosk }) => kiosk !== null) ?? null;
  const plan = floors.find((one) => one.floor === place.floor && Object.values(one.building).includes(place.building));
  const lift = ground && plan && plan !== ground ? liftOn(place.way, ground) : null;
  const turnsAt = lift ? place.way.findIndex((point) => same(point, lift.at)) : place.way.length - 1;
  const [before, after] = [place.way.slice(0, turnsAt + 1), place.way.slice(Math.max(0, turnsAt))];
  const target = lift && plan ? plan : ground;
  return {
    here: ground && { plan: ground, points: before },
    lift: lift && { name: lift.name, floor: place.floor },
    there: lift && plan ? { plan, points: after } : null,
    turns: { here: firstTurn(before), there: firstTurn(after, arriving(before)) },
    colour: target?.rooms.find(({ room }) => room === place.room)?.colour ?? "",
  };
}

function liftOn(way: readonly Point[], ground: Plan) {
  return ground.lifts.find(({ at }) => way.some((point) => same(point, at))) ?? null;
}

type Direction = readonly [number, number];

const towards = (a: Point, b: Point): Direction => [Math.sign(b[0] - a[0]), Math.sign(b[1] - a[1])];

/** Which way somebody looks who gets out of the lift: into the corridor, straight up the plan where it runs past. */
function arriving(before: readonly Point[]): Direction {
  const [last, end] = [before.at(-2), before.at(-1)];
  if (!last || !end || before.length < 3) return [0, -1];
  const outside = end[0] < 20 || end[0] > 80; // at a building's edge one walks out as one walked in, turned round
  const into = towards(last, end);
  return outside ? [-into[0], -into[1]] : [0, -1];
}

/** The first turn of a walk; y grows downwards, so that left of "up" is a smaller x. */
export function firstTurn(points: readonly Point[], facing: Direction = [0, -1]): Turn {
  let direction = facing;
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (!next) break;
    const going = towards(point, next);
    const side = direction[0] * going[1] - direction[1] * going[0];
    if (side !== 0) return side < 0 ? "left" : "right";
    direction = going;
  }
  return "ahead";
}

/** What the hospital says of the way, shared among the three steps by where the lift and its floor are named. */
export function stepsOf(directions: string, floor: number): [string, string, string] {
  const sentences = directions.match(/[^。.]+[。.]?/g)?.map((one) => one.trim()).filter(Boolean) ?? [];
  const ride = new RegExp(`${floor}楼|floor ${floor}\\b`, "i");
  const at = sentences.findIndex((one) => ride.test(one));
  const joined = (from: number, to?: number) => sentences.slice(from, to).join(directions.includes("。") ? "" : " ");
  if (at <= 0 || at === sentences.length - 1) return [joined(0, 1), joined(1, -1), sentences.length > 1 ? joined(-1) : ""];
  return [joined(0, at), joined(at, at + 1), joined(at + 1)];
}
