import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Bars } from "../../src/charts/Bars";
import { Messages } from "../../src/messages/Messages";
import deskEn from "../../src/messages/desk/en.json";
import en from "../../src/messages/reports/en.json";
import { Figures } from "../../src/reports/Figures";
import { ReportsPage } from "../../src/reports/ReportsPage";
import { csvOf, moved, wantedOf, type Report, type Table, type Wanted } from "../../src/reports/server";
import { DeskLanguage } from "../../src/staff/words";
import { lasting } from "../desk/deskServer";

const both = (zh: string, text: string) => ({ zh, en: text });
const day: Wanted = { of: "day", day: "2026-11-30", until: "2026-11-30", shift: "" };
const shifts = ["00:00", "08:00", "16:00"];

const waits: Table = {
  key: "waits",
  title: both("等候", "Waits"),
  note: both("", "Median"),
  columns: [
    { key: "what", title: both("项目", "What"), unit: "words" },
    { key: "number", title: both("次数", "Number"), unit: "count" },
    { key: "median", title: both("中位数", "Median"), unit: "seconds" },
    { key: "share", title: both("占比", "Share"), unit: "share" },
  ],
  rows: [
    [both("开始", "Start"), 1234, 3725, 0.25],
    [both("进诊室", "To the doctor"), null, null, null],
  ],
  measured: true,
};

const report: Report = {
  hospital: both("医院", "Hospital"),
  heading: both("日报", "Report of a day"),
  period: { of: "day", begins: "2026-11-30T00:00:00", ends: "2026-12-01T00:00:00" },
  made: "2026-11-30T10:00:00",
  shifts,
  tables: [waits],
};

const inEnglish = (what: React.ReactNode) =>
  render(
    <Messages language="en" catalogues={{ zh: { ...deskEn, ...en }, en: { ...deskEn, ...en } }}>
      <DeskLanguage value="en">{what}</DeskLanguage>
    </Messages>,
  );

afterEach(() => history.replaceState(null, "", "/"));

test("a day, a week and a span move by their own length, a shift by one over midnight", () => {
  expect(moved(day, -1, shifts).day).toBe("2026-11-29");
  expect(moved({ ...day, of: "week" }, 1, shifts).day).toBe("2026-12-07");
  const span = moved({ ...day, of: "days", day: "2026-11-21" }, -1, shifts);
  expect([span.day, span.until]).toEqual(["2026-11-11", "2026-11-20"]);
  const night = moved({ ...day, of: "shift", shift: "16:00" }, 1, shifts);
  expect([night.day, night.shift]).toEqual(["2026-12-01", "00:00"]);
  const before = moved({ ...day, of: "shift", shift: "00:00" }, -1, shifts);
  expect([before.day, before.shift]).toEqual(["2026-11-29", "16:00"]);
});

test("the period stands in the address, and a download asks for the same", () => {
  const wanted = wantedOf("?of=days&day=2026-11-01&until=2026-11-30", "2026-12-01");
  expect(csvOf(wanted, "waits", "zh")).toBe(
    "/api/reports/tables/waits?of=days&day=2026-11-01&until=2026-11-30&language=zh",
  );
  expect(wantedOf("?of=century", "2026-12-01")).toMatchObject({ of: "day", day: "2026-12-01" });
});

test("figures are written by their unit, and what is not measured is a dash, not a nought", () => {
  inEnglish(<Figures table={waits} wanted={day} />);
  const cells = (row: string) =>
    within(screen.getByRole("row", { name: new RegExp(row) })).getAllByRole("cell").map((cell) => cell.textContent);
  expect(cells("Start")).toEqual(["1,234", "1:02:05", "25%"]);
  expect(cells("To the doctor")).toEqual(["–", "–", "–"]);
  expect(screen.getByRole("button", { name: "Download as CSV: Waits" })).toBeTruthy();
});

test("nothing kept is told apart from none", () => {
  const questions: Table = { ...waits, key: "questions", rows: [] };
  const { unmount } = inEnglish(<Figures table={questions} wanted={day} />);
  expect(screen.getByText("None in this period.")).toBeTruthy();
  unmount();
  inEnglish(<Figures table={{ ...questions, measured: false }} wanted={day} />);
  expect(screen.getByText(/Not measured in this period/)).toBeTruthy();
});

test("bars have a label, their sums, and a legend where there are several kinds", () => {
  const series = [
    { key: "a", name: "Handed over", values: [3, 0] },
    { key: "b", name: "Abandoned", values: [2, 1] },
    { key: "c", name: "Declined", values: [0, 0] },
  ];
  render(<Bars label="Receptions by hour" categories={["08", "09"]} series={series} />);
  const drawing = screen.getByRole("img", { name: "Receptions by hour" });
  expect(Array.from(drawing.querySelectorAll(".chart-total"), (one) => one.textContent)).toEqual(["5", "1"]);
  expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual(["Handed over", "Abandoned"]);
});

test("bad dates are told in words, without the figures of another period, and the way back is there", async () => {
  const bad = { type: "about:blank", title: "", status: 422, code: "period_in_the_future", detail: "", errors: [], conflicts: [] };
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((request) => {
    asked.push((request as Request).url);
    return Promise.resolve(
      asked.length !== 2
        ? Response.json(report)
        : new Response(JSON.stringify(bad), { status: 422, headers: { "content-type": "application/problem+json" } }),
    );
  });
  history.replaceState(null, "", "?of=day&day=2026-11-30");
  const me = { username: "m", name: "Manager", role: "manager" as const, department_id: null, ...lasting };
  inEnglish(<ReportsPage staff={{ me, setLanguage: () => undefined, leave: () => undefined }} />);
  await screen.findByRole("heading", { name: "Report of a day" });
  await userEvent.click(screen.getByRole("button", { name: /Later/ }));
  expect(await screen.findByText("This period begins in the future.")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Waits", level: 4 })).toBeNull();
  expect(asked[1]).toContain("day=2026-12-01");
  await userEvent.click(screen.getByRole("button", { name: /Earlier/ }));
  await screen.findByRole("heading", { name: "Waits", level: 4 });
});
