/** Keys like `__proto__` and `constructor`, in what the server answers and this browser keeps, change no other object. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../src/api/client";
import { named } from "../src/api/named";
import { Picture } from "../src/kiosk/parts/Picture";
import { Desk } from "../src/staff/Desk";
import { failureId } from "../src/staff/words";
import { WorklistPage } from "../src/worklist/WorklistPage";
import { DeskServer, doctor } from "./desk/deskServer";
import { aSession, FakeServer, hospital } from "./kiosk/fakeServer";
import { button, kioskIn } from "./kiosk/kiosk";

const INHERITED = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
const POISON = `"__proto__":{"poisoned":true},"constructor":{"prototype":{"poisoned":true}},`;

/** The same JSON, with the keys in each of its objects. */
const poisoned = (json: string) => json.replaceAll(/\{(?=")/g, `{${POISON}`);

/** What the fake server answers from now on. */
function poisonAnswers() {
  const clean = globalThis.fetch as (request: Request) => Promise<Response>;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { status, headers, ...answer } = await clean(request).then(async (real) => ({
      status: real.status,
      headers: real.headers,
      text: await real.text(),
    }));
    return new Response(poisoned(answer.text), { status, headers: { "Content-Type": headers.get("Content-Type") ?? "" } });
  });
}

beforeEach(() => localStorage.setItem("frontdesk.language", "en"));
afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect("poisoned" in {}).toBe(false);
  expect({}.constructor).toBe(Object);
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test("what is tried does poison every object where it is merged carelessly", () => {
  const told = JSON.parse(poisoned(JSON.stringify({ a: 1 }))) as Record<string, object>;
  const merged: Record<string, object> = {};
  Object.assign(merged.__proto__ ?? {}, told.__proto__);
  const reached = "poisoned" in {};
  delete (Object.prototype as { poisoned?: boolean }).poisoned;
  expect(reached).toBe(true);
});

test("a kiosk that meets them in every answer and in all it keeps goes on as ever", async () => {
  const receive = FakeServer.prototype as unknown as { receive: (request: Request) => Promise<Response> };
  const real = receive.receive;
  vi.spyOn(receive, "receive").mockImplementation(async function (this: FakeServer, request) {
    const told = await real.call(this, request);
    const { status } = told;
    return new Response(poisoned(await told.text()), { status, headers: { "Content-Type": "application/json" } });
  });
  localStorage.setItem("frontdesk.hospital", poisoned(JSON.stringify(hospital)));
  sessionStorage.setItem("frontdesk.display.s1", poisoned(JSON.stringify({ large: true, low: false, colours: null })));
  const { server, user } = await kioskIn(aSession({ language: "en" }));
  await user.type(screen.getByRole("textbox"), "my chest hurts{Enter}");
  await vi.waitFor(() => expect(server.session.turns).toBe(1));
  expect(button(/nurse/i)).toBeTruthy();
});

test("a doctor's page that meets them in every answer shows and writes what it should", async () => {
  const server = new DeskServer(doctor);
  poisonAnswers();
  const user = userEvent.setup();
  render(
    <Desk title="worklist.title" roles={["doctor"]}>
      {(staff) => <WorklistPage staff={staff} />}
    </Desk>,
  );
  await screen.findByText("Open beside: Ann Field, 7");
  const box = within(screen.getByRole("region", { name: "Records" }));
  await user.type(box.getByRole("textbox", { name: "Records" }), "allergy to penicillin{Enter}");
  await user.click(await box.findByRole("button", { name: "Confirm the change" }));
  await vi.waitFor(() => expect(server.allergy.text).toBe("penicillin"));
  expect(server.writes.map(({ body }) => Object.keys(body)).flat().filter((key) => INHERITED.includes(key))).toEqual([]);
});

test.each(INHERITED)("the name %s finds nothing in a table of ours", (name) => {
  expect(named({ own: "words" }, name)).toBeUndefined();
  expect(failureId(new Refused(400, name))).toBe("staff.failure.refused");
  const { container } = render(<Picture of={{ key: name }} />);
  expect(container.querySelector("path")?.getAttribute("d")).toBeNull();
});
