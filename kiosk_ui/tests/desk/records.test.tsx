import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Desk } from "../../src/staff/Desk";
import { WorklistPage } from "../../src/worklist/WorklistPage";
import { DeskServer, doctor, officer } from "./deskServer";

beforeEach(() => {
  localStorage.setItem("frontdesk.language", "en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

async function openDesk(me = doctor) {
  if (me.role === "records_officer") sessionStorage.setItem("frontdesk.department", "cardiology-1");
  const server = new DeskServer(me);
  const user = userEvent.setup();
  render(
    <Desk title="worklist.title" roles={["doctor", "nurse", "records_officer"]}>
      {(staff) => <WorklistPage staff={staff} />}
    </Desk>,
  );
  await screen.findByText("Open beside: Ann Field, 7");
  const box = within(screen.getByRole("region", { name: "Records" }));
  const line = box.getByRole("textbox", { name: "Records" });
  const ask = async (words: string) => {
    await user.clear(line);
    await user.type(line, `${words}{Enter}`);
  };
  return { server, user, box, line, ask };
}

test("what was asked is shown as a table, with whose record it is", async () => {
  const { server, box, ask } = await openDesk();
  await ask("drug allergies");
  const table = within(await box.findByRole("table"));
  expect(table.getByRole("columnheader", { name: "Drug allergies" })).toBeTruthy();
  expect(table.getByRole("rowheader").textContent).toContain("Ann Field");
  expect(table.getByRole("cell").textContent).toBe("none");
  expect(box.getByRole("status").textContent).toContain("Records of your own department only.");
  expect(server.writes[0]?.body).toEqual({ instruction: "drug allergies", open: { outpatient_number: 7 } });
});

test("a change is previewed, confirmed with what was seen, and undone", async () => {
  const { server, user, box, ask } = await openDesk();
  await ask("change the allergy to penicillin");
  await box.findByText("Nothing is written yet. Is this what you mean?");
  const cells = box.getAllByRole("cell").map((cell) => cell.textContent);
  expect(cells).toEqual(["none", "penicillin"]);
  expect(server.allergy.text).toBe("none");
  await user.click(box.getByRole("button", { name: "Confirm the change" }));
  await box.findByText(/Changed\./);
  expect(server.writes[1]?.body).toEqual({
    token: "1:penicillin",
    seen: [{ outpatient_number: 7, version: 1 }],
    reason: "",
  });
  expect(server.allergy.text).toBe("penicillin");
  await waitFor(() => expect(document.activeElement).toBe(box.getByRole("button", { name: "Undo" })));
  await user.keyboard("{Enter}");
  await box.findByText(/Everything is as it was before/);
  expect(server.allergy.text).toBe("none");
  expect(box.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("a change that somebody else got in before is not written, and says who and what", async () => {
  const { server, user, box, ask } = await openDesk();
  await ask("change the allergy to penicillin");
  await box.findByRole("button", { name: "Confirm the change" });
  server.allergyByAnother("cephalosporins");
  await user.click(box.getByRole("button", { name: "Confirm the change" }));
  await box.findByText(/Nothing of yours is written/);
  expect(box.getByText("Dr Wu")).toBeTruthy();
  expect(box.getByText("cephalosporins")).toBeTruthy();
  expect(server.allergy.text).toBe("cephalosporins");
  await user.click(box.getByRole("button", { name: "Look again and decide" }));
  await box.findByRole("button", { name: "Confirm the change" });
  expect(box.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["cephalosporins", "penicillin"]);
});

test("a refusal says in plain words what would help", async () => {
  const { box, ask } = await openDesk();
  await ask("list everybody");
  await waitFor(() => expect(box.getByRole("alert").textContent).toContain("Name a patient, a department or a day"));
});

test("a deletion waits for its reason, and the records office restores", async () => {
  const { server, user, box, ask } = await openDesk(officer);
  await ask("delete this record");
  const press = await box.findByRole("button", { name: "Delete" });
  expect(press.hasAttribute("disabled")).toBe(true);
  await user.type(box.getByRole("textbox", { name: "Why is it deleted?" }), "entered twice");
  await user.click(press);
  await box.findByText(/It can be restored/);
  await user.click(box.getByRole("button", { name: "Deleted records" }));
  await box.findByText("entered twice");
  await user.click(box.getByRole("button", { name: "Restore record 7" }));
  await box.findByText("Nothing is deleted.");
  expect(server.deleted).toBe(false);
});

test("nobody but the records office is offered what was deleted", async () => {
  const { box } = await openDesk();
  expect(box.queryByRole("button", { name: "Deleted records" })).toBeNull();
});

test("the line is reached with a key and left with another", async () => {
  const { user, box, line, ask } = await openDesk();
  await user.keyboard("/");
  expect(document.activeElement).toBe(line);
  await ask("drug allergies");
  await box.findByRole("table");
  await user.keyboard("{Escape}");
  expect(box.queryByRole("table")).toBeNull();
  expect(document.activeElement).toBe(line);
});

test("a call that is not answered says so and keeps the words", async () => {
  const { server, box, line, ask } = await openDesk();
  server.refusal = { status: 409, code: "expired" };
  await ask("drug allergies");
  await box.findByText(/This preview has run out/);
  expect(line).toHaveProperty("value", "drug allergies");
});

test("the conditions that were read are said back, and the words that played no part", async () => {
  const { box, ask } = await openDesk();
  await ask("smokers with diabetes or asthma");
  await box.findByText("Searched for: Past history: diabetes or asthma");
  expect(box.getByText("Played no part: smokers")).toBeTruthy();
});

test("who changed a record is told, and one's own last change is undone by a press", async () => {
  const { server, user, box, ask } = await openDesk();
  await ask("change the allergy to penicillin");
  await user.click(await box.findByRole("button", { name: "Confirm the change" }));
  await box.findByText(/Changed\./);
  await ask("who changed 7");
  await box.findByText("Changed once.");
  expect(box.getByRole("table").textContent).toContain("Dr Wu");
  await ask("undo my last change");
  await box.findByText("Your last change. It stands until you undo it:");
  expect(server.allergy.text).toBe("penicillin");
  await waitFor(() => expect(document.activeElement).toBe(box.getByRole("button", { name: "Undo" })));
  await user.keyboard("{Enter}");
  await box.findByText(/Everything is as it was before/);
  expect(server.allergy.text).toBe("none");
});
