import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Messages } from "../../src/messages/Messages";
import deskEn from "../../src/messages/desk/en.json";
import en from "../../src/messages/records/en.json";
import { HistoryList } from "../../src/records/HistoryList";
import { PatientForm } from "../../src/records/PatientForm";
import { RecordTable } from "../../src/records/RecordTable";
import type { Happened, PatientView, Row } from "../../src/records/server";
import { addressOf, everything, keepColumns, keptColumns, USUAL, wantedOf } from "../../src/records/wanted";
import { DeskLanguage } from "../../src/staff/words";
import { lasting } from "../desk/deskServer";

const inEnglish = (what: React.ReactNode) =>
  render(
    <Messages language="en" catalogues={{ zh: { ...deskEn, ...en }, en: { ...deskEn, ...en } }}>
      <DeskLanguage value="en">{what}</DeskLanguage>
    </Messages>,
  );

afterEach(() => localStorage.clear());

test("what the table shows stands in the address, and nothing that is usual", () => {
  expect(addressOf(everything)).toBe("/records");
  const wanted = { ...everything, q: "王 芳", sort: "name" as const, descending: false, page: 3 };
  expect(wantedOf(new URL(addressOf(wanted), "http://x").search)).toEqual(wanted);
  expect(wantedOf("?sort=password&size=9999&page=-2")).toEqual(everything);
});

test("columns are kept for the browser, and what is no column is left out", () => {
  expect(keptColumns()).toEqual(USUAL);
  keepColumns(["name", "notes"]);
  expect(keptColumns()).toEqual(["name", "notes"]);
  localStorage.setItem("frontdesk.columns", "password");
  expect(keptColumns()).toEqual(USUAL);
});

const row = (outpatient_number: number, here: boolean): Row => ({
  outpatient_number,
  patient_id: "P1",
  name: `N${outpatient_number}`,
  department: "Cardiology",
  visit_date: "2026-11-20T09:30:00",
  fields: { name: `N${outpatient_number}`, outpatient_number: String(outpatient_number) },
  here,
});

test("a heading asks the server for another order, a row opens by keyboard", async () => {
  const onSort = vi.fn();
  const onOpen = vi.fn();
  inEnglish(
    <RecordTable
      rows={[row(1, true), row(2, false)]}
      columns={["name", "outpatient_number"]}
      wanted={everything}
      busy={false}
      chosen={null}
      onSort={onSort}
      onOpen={onOpen}
    />,
  );
  await userEvent.click(screen.getByRole("columnheader", { name: /Name/ }));
  expect(onSort).toHaveBeenCalledWith("name", false);
  expect(screen.getByText("In the hospital's system only")).toBeTruthy();
  await userEvent.click(screen.getByText("N1"));
  expect(onOpen.mock.calls[0]?.[0]).toMatchObject({ outpatient_number: 1 });
});

const view: PatientView = {
  patient: { patient_id: "P1", name: "Ann", sex: "female", birth_date: "1990-02-03", phone: "123" },
  asked: null,
  former: [],
  alike: [],
  records: 2,
  corrects: ["phone"],
  merges: false,
  here: true,
  happened: [],
};

test("only what the reader may correct can be written in, and the rest says why", () => {
  inEnglish(<PatientForm view={view} onDone={vi.fn()} onOvertaken={vi.fn()} />);
  expect(screen.getByLabelText("Name").hasAttribute("readonly")).toBe(true);
  expect(screen.getByLabelText("Telephone").hasAttribute("readonly")).toBe(false);
  expect(screen.getByText(en["sheet.patient.phone_only"])).toBeTruthy();
});

test("a register that is kept elsewhere is not written to", () => {
  inEnglish(<PatientForm view={{ ...view, corrects: [], here: false }} onDone={vi.fn()} onOvertaken={vi.fn()} />);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText(en["sheet.patient.elsewhere"])).toBeTruthy();
});

const merge: Happened = {
  at: "2026-11-20T09:30:00",
  by: "Shi",
  way: "merge",
  act: "merge",
  fields: [{ field: "patient_id", before: "P2", after: "P1" }],
  reason: "twice",
  change_id: "c1",
  until: null,
  undone: false,
};

test("a merge is undone by the records office, and not once it is undone", () => {
  const me = (role: "nurse" | "records_officer") => ({ username: "u", name: "Shi", role, department_id: null, ...lasting });
  const { unmount } = inEnglish(<HistoryList happened={[merge]} me={me("nurse")} onChanged={vi.fn()} />);
  expect(screen.queryByRole("button")).toBeNull();
  unmount();
  inEnglish(
    <HistoryList happened={[merge, { ...merge, undone: true }]} me={me("records_officer")} onChanged={vi.fn()} />,
  );
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(screen.getAllByText("Why: twice")).toHaveLength(2);
});
