/** The door with a second factor, a sign-in that ends, and who one is once more. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardPolicy, publishPolicy } from "../../src/admin/server";
import { answer, client } from "../../src/api/client";
import { mergePatients } from "../../src/records/server";
import { Desk } from "../../src/staff/Desk";
import { restoreRecord } from "../../src/staff/server";
import { lasting, nurse } from "./deskServer";

const joined = { old: "P2", seen: "s", reason: "entered twice", stand: [] };
const WORK = "work";
const asked: { path: string; body: unknown }[] = [];
let replies: Record<string, () => Response>;

const reply = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { "Content-Type": status < 400 ? "application/json" : "application/problem+json" },
  });
const refusal = (status: number, code: string) => () => reply({ title: "No", status, code }, status);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("frontdesk.language", "en");
  asked.length = 0;
  replies = { "/api/sign-in": () => reply({ provider: null }) };
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    const text = request.method === "POST" ? await request.text() : "";
    if (request.method === "POST") asked.push({ path, body: text === "" ? null : (JSON.parse(text) as unknown) });
    return replies[`${request.method} ${path}`]?.() ?? replies[path]?.() ?? reply({});
  });
});
afterEach(() => vi.useRealTimers());

const page = (watched = false) =>
  render(
    <Desk title="board.title" roles={["nurse"]} watched={watched}>
      {() => <p>{WORK}</p>}
    </Desk>,
  );

test("the code of the second factor is asked for once the password was right, and kept are name and password", async () => {
  replies["/api/me"] = refusal(401, "not_signed_in");
  replies["POST /api/sign-in"] = refusal(409, "code_due");
  page();
  await userEvent.type(await screen.findByLabelText("User name"), "li");
  await userEvent.type(screen.getByLabelText("Password"), "secret-words");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  const code = await screen.findByLabelText("Code from your authenticator");
  expect(document.activeElement).toBe(code);
  replies["POST /api/sign-in"] = refusal(403, "wrong_code");
  await userEvent.type(code, "000000{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("The code is not right");
  replies["POST /api/sign-in"] = () => reply(nurse);
  await userEvent.type(code, "123456{Enter}");
  await screen.findByText(WORK);
  expect(asked.at(-1)?.body).toEqual({ username: "li", password: "secret-words", code: "123456", new_password: null });
});

test("with the hospital's accounts the door leads there and back to this page", async () => {
  replies["/api/me"] = refusal(401, "not_signed_in");
  replies["/api/sign-in"] = () => reply({ provider: { zh: "医院账号", en: "City Hospital" } });
  history.replaceState(null, "", "/board");
  page();
  const link = await screen.findByRole("link", { name: "Sign in with City Hospital" });
  expect(link.getAttribute("href")).toBe("/sign-in/provider?then=%2Fboard");
});

test("who has to set a second factor up sees that and nothing of the page", async () => {
  replies["/api/me"] = () => reply({ ...nurse, second_factor_due: true });
  page();
  await screen.findByRole("button", { name: "Set up a second factor" });
  expect(screen.queryByText(WORK)).toBeNull();
});

test("a step-up is asked for once, and what was asked for twice goes on", async () => {
  replies["/api/me"] = () => reply(nurse);
  replies["/api/security"] = () => reply({ local: true, second_factor_since: null, sign_ins: [] });
  replies["POST /api/assistant/changes"] = refusal(403, "step_up_needed");
  page();
  await screen.findByText(WORK);
  const body = { token: "a token of a preview", seen: [], reason: "" };
  const change = () => answer(client.POST("/api/assistant/changes", { body }));
  const both = Promise.all([change(), change()]);
  replies["POST /api/security/proof"] = refusal(403, "wrong_password");
  await userEvent.type(await screen.findByLabelText("Password"), "wrong{Enter}");
  await screen.findByText("The password you have now is not right.");
  replies["POST /api/security/proof"] = () => reply({ seconds: 900 });
  replies["POST /api/assistant/changes"] = () => reply({ change_id: "c1" });
  await userEvent.type(screen.getByLabelText("Password"), "secret-words{Enter}");
  expect((await both).map((one) => one.change_id)).toEqual(["c1", "c1"]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(asked.at(-1)).toEqual({ path: "/api/assistant/changes", body });
});

test.each([
  ["/api/assistant/deleted/7/restore", () => restoreRecord(7, 2), { version: 2 }],
  ["/api/patients/P1/merge", () => mergePatients("P1", joined), joined],
  ["/api/admin/policies/visits/publish", () => publishPolicy("visits"), null],
  ["/api/admin/policies/visits/discard", () => discardPolicy("visits"), null],
])("who it is is asked for %s, which then goes on", async (path, act, body) => {
  replies["/api/me"] = () => reply(nurse);
  replies["/api/security"] = () => reply({ local: true, second_factor_since: null, sign_ins: [] });
  replies[`POST ${path}`] = refusal(403, "step_up_needed");
  page();
  await screen.findByText(WORK);
  const done: Promise<unknown> = act();
  const password = await screen.findByLabelText("Password");
  replies["POST /api/security/proof"] = () => reply({ seconds: 900 });
  replies[`POST ${path}`] = () => reply({ change_id: "c1" });
  await userEvent.type(password, "secret-words{Enter}");
  expect(await done).toEqual({ change_id: "c1" });
  expect(asked.at(-1)).toEqual({ path, body });
});

test("a step-up that is called off leaves the refusal", async () => {
  replies["/api/me"] = () => reply(nurse);
  replies["/api/security"] = () => reply({ local: true, second_factor_since: "2026-11-30T09:00:00", sign_ins: [] });
  replies["POST /api/assistant/changes"] = refusal(403, "step_up_needed");
  page();
  await screen.findByText(WORK);
  const call = answer(client.POST("/api/assistant/changes", { body: { token: "t", seen: [], reason: "" } }));
  const refused = call.catch((error: unknown) => error);
  await screen.findByLabelText("Code from your authenticator");
  await userEvent.keyboard("{Escape}");
  expect(await refused).toMatchObject({ code: "step_up_needed" });
});

test.each([
  [false, true],
  [true, false],
])("with nobody there it says when it ends, ends, and keeps the page; watched %s", async (watched, warned) => {
  replies["/api/me"] = () => reply({ ...nurse, ...lasting, idle_seconds: 300 });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  page(watched);
  await screen.findByText(WORK);
  await act(() => vi.advanceTimersByTimeAsync(200_000));
  expect(screen.queryByText(/You are signed out at/) !== null).toBe(warned);
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(screen.queryByText("Your sign-in has run out. Please sign in again.") !== null).toBe(warned);
  expect(screen.getByText(WORK)).toBeTruthy();
});
