import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Department, Way } from "../../src/api/kiosk";
import { button, kioskIn, openKiosk } from "./kiosk";

const department: Department = {
  department_id: "fever-clinic",
  name: "Fever Clinic",
  building: "Emergency Building",
  floor: 1,
  room: "B120",
  directions: "Please ask for the yellow line.",
  open_now: true,
  hours_today: "00:00-24:00",
  notice: null,
  opens: null,
  physicians: [],
  slots: [],
};
const found = { department, because: [], urgent_note: null, emergency: null };

const step: Way["steps"][number] = {
  kind: "walk",
  words: "",
  turns: [],
  arrow: null,
  name: "",
  floor: null,
  room: "",
  colour: null,
  side: null,
};
const way: Way = {
  steps: [
    { ...step, kind: "mask", words: "Please put on a mask first." },
    {
      ...step,
      words: "Walk ahead and take the first left.",
      turns: ["ahead", "left"],
      arrow: { shaft: [[80, 80], [80, 16], [16, 16]], head: [[31, 1], [16, 16], [31, 31]] },
    },
    { ...step, kind: "door", words: "First door on your right: B120.", room: "B120", colour: "yellow", side: "right" },
  ],
  drawings: [
    {
      building: "Outpatient Building",
      into: "Emergency Building",
      floor: 1,
      frame: [0, 0, 60, 50],
      em: 3,
      outlines: [],
      corridors: [{ points: [[10, 40], [10, 10]], colour: null }],
      steps: [],
      lines: [],
      doors: [{ box: [12, 12, 14, 14], colour: "yellow", goal: true }],
      shafts: [],
      marks: [],
      walk: [[10, 40], [10, 13], [13, 13]],
      start: [10, 40],
      end: [13, 13],
      dot: 1,
      labels: [{ role: "goal", lines: ["B120"], box: [16, 10, 26, 15], colour: "yellow", leader: null }],
    },
  ],
  step_free_differs: true,
};

async function onTheWay(shown: Way) {
  const opened = await kioskIn({ phase: "recommendation", recommendation: found });
  opened.server.way = shown;
  await opened.user.click(button("Show and print the way"));
  return opened;
}

test("a way is numbered pictures with their words; a mask is no arrow, and the room stands on its sign", async () => {
  await onTheWay(way);
  const steps = within(await screen.findByRole("list", { name: "The way" })).getAllByRole("listitem");
  expect(steps.map((one) => one.querySelector(".way-words")?.textContent)).toEqual(way.steps.map(({ words }) => words));
  expect(steps.map((one) => one.querySelector(".way-arrow") !== null)).toEqual([false, true, false]);
  expect(steps[0]?.querySelector(".way-mask")).not.toBeNull();
  expect(steps[2]?.querySelector(".way-room")?.textContent).toBe("B120");
  expect(screen.getByText("Floor 1, B120")).toBeTruthy();
});

test("the drawing stands as the server placed it", async () => {
  await onTheWay(way);
  const map = await screen.findByRole("img", { name: "Map of floor 1, Outpatient Building" });
  expect(map.getAttribute("viewBox")).toBe("0 0 60 50");
  expect(map.querySelector(".floor-walk")?.getAttribute("points")).toBe("10,40 10,13 13,13");
  expect(map.querySelector(".floor-goal")?.textContent).toBe("B120");
  expect(screen.getByText("Floor 1, into the Emergency Building")).toBeTruthy();
});

test("without plans it says building, floor, room and the hospital's words, and draws nothing", async () => {
  await onTheWay({ steps: [], drawings: [], step_free_differs: false });
  expect(await screen.findByText("Please ask for the yellow line.")).toBeTruthy();
  expect(screen.getByText("Please ask at the desk for the way.")).toBeTruthy();
  expect(screen.getByText("Floor 1, B120")).toBeTruthy();
  expect(screen.getByText("Emergency Building")).toBeTruthy();
  expect(document.querySelector(".way-steps, .floor-map")).toBeNull();
});

test("a place whose way is not told falls back to words too", async () => {
  const { server, user } = await openKiosk();
  await user.click(button("I have a question"));
  server.lost = "/api/way";
  await user.click(await screen.findByRole("button", { name: "Toilets" }));
  expect(await screen.findByText("Walk ahead. They are on your right.")).toBeTruthy();
});

test("the way without steps is asked for by a button, and is what is printed", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const { server, user } = await onTheWay(way);
  await user.click(await screen.findByRole("button", { name: "Way without steps" }));
  expect(await screen.findByRole("button", { name: "The usual way" })).toBeTruthy();
  await user.click(button("Print a slip"));
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
  const asked = server.calls.filter(({ path }) => path === "/api/way").map(({ query }) => query.get("step_free"));
  expect(asked).toEqual(["false", "true", "true"]);
  expect(screen.getAllByRole("listitem").length).toBeGreaterThan(2);
});

test("a slip is not printed before its way is there", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const { server, user } = await onTheWay(way);
  const told = server.holdAnswer("/api/way");
  await user.click(button("Print a slip"));
  expect(await screen.findByText("C07")).toBeTruthy();
  expect(print).not.toHaveBeenCalled();
  told();
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
});

test("large type asks for larger letters", async () => {
  const { server, user } = await onTheWay(way);
  await user.click(screen.getByRole("button", { name: /large/i }));
  await vi.waitFor(() => {
    const asked = server.calls.filter(({ path }) => path === "/api/way").map(({ query }) => query.get("large"));
    expect(asked).toEqual(["false", "true"]);
  });
});
