import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { AdminPage } from "../../src/admin/AdminPage";
import en from "../../src/messages/admin/en.json";
import zh from "../../src/messages/admin/zh.json";
import { Desk } from "../../src/staff/Desk";
import { lasting } from "./deskServer";

const me = { username: "office", name: "Office", role: "admin", department_id: null, ...lasting };
const wu = { username: "wu", name: "Nurse Wu", role: "nurse", department_id: null, disabled: false, signed_in: 0 };
const staff = [
  { ...me, disabled: false, created: "2026-11-23T09:00:00", signed_in: 1, one_time_until: null },
  { ...wu, created: "2026-11-23T09:00:00", one_time_until: null },
];
const asked: { method: string; path: string; body: unknown }[] = [];
let refusal: { status: number; code: string; errors: string[] } | null = null;

function reply(value: unknown, status = 200): Response {
  const type = status < 400 ? "application/json" : "application/problem+json";
  return new Response(JSON.stringify(value), { status, headers: { "Content-Type": type } });
}

async function served(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const text = request.method === "POST" ? await request.text() : "";
  asked.push({ method: request.method, path, body: text === "" ? null : (JSON.parse(text) as unknown) });
  if (path === "/api/me") return reply(me);
  if (path === "/api/departments") return reply([]);
  if (path === "/api/admin/kiosks") return reply({ pairing: "code", kiosks: [] });
  if (request.method === "POST" && refusal) return reply({ title: "No", ...refusal }, refusal.status);
  if (path === "/api/admin/staff" && request.method === "POST")
    return reply({ username: "lin", password: "K7QM-2XPA-9TRS", expires: "2026-11-30T09:00:00" });
  return reply(path === "/api/admin/staff" ? staff : staff[1]);
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("frontdesk.language", "en");
  asked.length = 0;
  refusal = null;
  vi.stubGlobal("fetch", served);
  history.replaceState(null, "", "/admin/staff");
});

async function openPage() {
  render(
    <Desk title="admin.title" roles={["admin"]} catalogues={{ zh, en }}>
      {(of) => <AdminPage staff={of} />}
    </Desk>,
  );
  await screen.findByText("Nurse Wu");
  return userEvent.setup({ delay: null });
}

const rows = () => screen.getAllByRole("row").slice(1);

test("a heading sorts the table, and again the other way round", async () => {
  const user = await openPage();
  await user.click(screen.getByRole("button", { name: "Name" }));
  expect(rows()[0]?.textContent).toContain("Nurse Wu");
  await user.click(screen.getByRole("button", { name: /^Name/ }));
  expect(rows()[0]?.textContent).toContain("office");
  expect(screen.getByRole("columnheader", { name: /^Name/ }).getAttribute("aria-sort")).toBe("descending");
});

test("the one-time password is shown once, and gone when it was noted", async () => {
  const user = await openPage();
  await user.click(screen.getByRole("button", { name: "Add somebody" }));
  const form = within(screen.getByRole("form", { name: "Add somebody" }));
  await user.type(form.getByLabelText("User name"), "lin");
  await user.type(form.getByLabelText("Name"), "Nurse Lin");
  await user.click(form.getByRole("button", { name: "Add somebody" }));
  expect(await screen.findByText("K7QM-2XPA-9TRS")).toBeTruthy();
  const sent = asked.find((one) => one.method === "POST");
  expect(sent?.body).toEqual({ username: "lin", name: "Nurse Lin", role: "nurse", department_id: null });
  await user.click(screen.getByRole("button", { name: "I have noted it" }));
  expect(screen.queryByText("K7QM-2XPA-9TRS")).toBeNull();
});

test.each([
  [{ status: 409, code: "user_exists", errors: [] }, "This user name is taken."],
  [{ status: 422, code: "invalid", errors: ["json.username: too short", "json.name: too short"] }, "Please check: User name, Name."],
  [{ status: 409, code: "something_new", errors: [] }, "Somebody else was quicker. Look at what stands here now."],
])("bad input is told in words: %o", async (answer, words) => {
  const user = await openPage();
  refusal = answer;
  await user.click(screen.getByRole("button", { name: "Add somebody" }));
  await user.click(within(screen.getByRole("form")).getByRole("button", { name: "Add somebody" }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test("taking access away is asked for first, and the focus comes back", async () => {
  const user = await openPage();
  await user.click(screen.getByRole("button", { name: "Disable: wu" }));
  expect(asked.some((one) => one.method === "POST")).toBe(false);
  const form = within(screen.getByRole("form", { name: "Disable Nurse Wu?" }));
  await user.click(form.getByRole("button", { name: "Disable" }));
  await waitFor(() => expect(asked.map((one) => one.path)).toContain("/api/admin/staff/wu/disable"));
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Disable: wu"));
});

test("a section has an address of its own", async () => {
  const user = await openPage();
  await user.click(screen.getByRole("link", { name: "Kiosks" }));
  expect(location.pathname).toBe("/admin/kiosks");
  expect(await screen.findByText("No kiosk yet.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Kiosks" }).getAttribute("aria-current")).toBe("page");
});
