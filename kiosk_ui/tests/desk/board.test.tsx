import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { BoardPage } from "../../src/board/BoardPage";
import { Desk } from "../../src/staff/Desk";
import { aCard, anAlert, DeskServer, HeardAudio, nurse } from "./deskServer";

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("frontdesk.language", "en");
  // happy-dom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined;
});

function openBoard(server: DeskServer) {
  render(
    <Desk title="board.title" roles={["nurse"]}>
      {(staff) => <BoardPage staff={staff} />}
    </Desk>,
  );
  return { server, user: userEvent.setup({ delay: null }) };
}

async function boardWith(...cards: ReturnType<typeof aCard>[]) {
  const server = new DeskServer(nurse);
  server.cards = cards;
  const opened = openBoard(server);
  await screen.findByRole("article");
  return opened;
}

const cards = () => within(screen.getByRole("navigation")).getAllByRole("button");
const chosen = () => cards().find((card) => card.getAttribute("aria-current") === "true");
const press = (name: RegExp) => screen.getByRole("button", { name });

test("cards stand in the server's order, and the first is open", async () => {
  await boardWith(aCard("third"), aCard("first", { level: "A" }), aCard("second"));
  expect(cards().map((card) => /complaint of (\w+)/.exec(card.textContent)?.[1])).toEqual(["third", "first", "second"]);
  expect(chosen()?.textContent).toContain("complaint of third");
});

test("how busy the model's server is stands beside its name", async () => {
  const server = new DeskServer(nurse);
  const load = { server: "gpu1:8001", names: "nurse-7b", running: 3, waiting: 1, tokens_per_second: 120.4, cache: 0.25 };
  server.cards = [aCard("one")];
  server.model = { mode: "nurse-7b", model_away: false, model_loads: [load] };
  openBoard(server);
  await screen.findByText("3 running, 1 waiting · 120 tokens/s · cache 25 %");
});

test("of several servers each is named, and what one does not tell is left out", async () => {
  const server = new DeskServer(nurse);
  const load = { names: "nurse", running: 0, waiting: 0, tokens_per_second: null, cache: null };
  const loads = ["gpu1:8001", "gpu2:8001"].map((one) => ({ ...load, server: one }));
  server.cards = [aCard("one")];
  server.model = { mode: "nurse", model_away: false, model_loads: loads };
  openBoard(server);
  await screen.findByText("gpu1:8001 · nurse · 0 running, 0 waiting");
  await screen.findByText("gpu2:8001 · nurse · 0 running, 0 waiting");
});

test("where some of the model's servers rest, they are named", async () => {
  const server = new DeskServer(nurse);
  const one = { name: "nurse", well: true, under_way: 0, calls: 64 };
  server.cards = [aCard("one")];
  server.model = {
    mode: "nurse",
    model_away: false,
    model_loads: [],
    model_servers: [
      { ...one, server: "gpu1:8001" },
      { ...one, server: "gpu2:8001", well: false },
    ],
  };
  openBoard(server);
  await screen.findByText("1 of 2 servers; away: gpu2:8001");
});

test("j and k go down and up and stop at the ends", async () => {
  const { user } = await boardWith(aCard("one"), aCard("two"));
  await user.keyboard("j");
  expect(chosen()?.textContent).toContain("complaint of two");
  await user.keyboard("j");
  expect(chosen()?.textContent).toContain("complaint of two");
  await user.keyboard("kk");
  expect(chosen()?.textContent).toContain("complaint of one");
});

test("a choice stays when somebody worse arrives", async () => {
  const { server, user } = await boardWith(aCard("one"), aCard("two"));
  await user.keyboard("j");
  server.cards = [aCard("worse", { level: "A", alerts: [anAlert()] }), ...server.cards];
  act(() => server.tell("worse"));
  await screen.findAllByText(/complaint of worse/);
  expect(chosen()?.textContent).toContain("complaint of two");
});

test("t takes over and opens the message, and its letters are words, not commands", async () => {
  const { server, user } = await boardWith(aCard("one"), aCard("two"));
  await user.keyboard("t");
  const box = await screen.findByRole("textbox", { name: /patient/i });
  await waitFor(() => expect(document.activeElement).toBe(box));
  await user.keyboard("just a jar{Enter}");
  await waitFor(() => expect(server.writes).toHaveLength(2));
  expect(server.writes[0]?.path).toBe("/board/sessions/one/take-over");
  expect(server.writes[1]).toMatchObject({ path: "/board/sessions/one/messages", body: { text: "just a jar" } });
  expect(chosen()?.textContent).toContain("complaint of one");
  await waitFor(() => expect(box).toHaveProperty("value", ""));
});

test("a message that got lost is sent again under the same id", async () => {
  const { server, user } = await boardWith(aCard("one", { taken: true, owner: "Li Na", state: "person" }));
  await user.keyboard("m");
  server.refusal = { status: 503, code: "database_away" };
  await user.type(await screen.findByRole("textbox", { name: /patient/i }), "Coming{Enter}");
  await screen.findByText(/Nothing is lost/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(server.writes).toHaveLength(2));
  expect(server.writes[1]?.body).toEqual(server.writes[0]?.body);
});

test("a draft waits while another session is looked at", async () => {
  const { user } = await boardWith(aCard("one"), aCard("two"));
  await user.keyboard("m");
  await user.type(await screen.findByRole("textbox", { name: /patient/i }), "half a sen");
  await user.keyboard("{Escape}");
  await user.keyboard("j");
  await user.keyboard("k");
  await user.keyboard("m");
  expect(await screen.findByRole("textbox", { name: /patient/i })).toHaveProperty("value", "half a sen");
});

test("an alert is not acknowledged without a reason", async () => {
  const { server, user } = await boardWith(
    aCard("one", { level: "A", alerts: [anAlert()], state: "waiting_for_person" }),
  );
  await user.keyboard("a");
  const panel = await screen.findByRole("region", { name: "Acknowledge the alert" });
  const go = within(panel).getByRole("button", { name: "Acknowledge" });
  expect(go).toHaveProperty("disabled", true);
  await user.type(within(panel).getByRole("textbox"), " x {Enter}");
  expect(server.writes).toHaveLength(0);
  await user.click(within(panel).getByRole("button", { name: "Going there now" }));
  await user.click(go);
  await waitFor(() =>
    expect(server.writes).toEqual([
      { path: "/board/sessions/one/alerts/a1/acknowledge", body: { reason: "Going there now", found: "unseen" } },
    ]),
  );
  await screen.findByText("Li Na: Going there now");
});

test("only an open level A sounds, and acknowledging it ends the sound", async () => {
  const open = anAlert();
  const { server, user } = await boardWith(aCard("one", { level: "B", alerts: [anAlert({ level: "B" })] }));
  await user.click(press(/Turn alarm sound on/));
  const confirmation = HeardAudio.notes;
  expect(confirmation).toBe(2);
  server.cards = [aCard("two", { level: "A", alerts: [open] })];
  act(() => server.tell("two"));
  await waitFor(() => expect(HeardAudio.notes).toBe(confirmation + 2));
  server.cards = [
    aCard("two", { level: "A", alerts: [{ ...open, acknowledged_by: "Li Na", acknowledged_reason: "there" }] }),
  ];
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => server.tell("two"));
  await screen.findAllByText(/Li Na: there/);
  await vi.advanceTimersByTimeAsync(9_000);
  vi.useRealTimers();
  expect(HeardAudio.notes).toBe(confirmation + 2);
});

test("an alarm nobody answers calls a second nurse after a minute and the charge nurse after two", async () => {
  const raised = (seconds: number) => [anAlert({ raised_at: new Date(Date.now() - seconds * 1000).toISOString() })];
  await boardWith(
    aCard("one", { level: "A", alerts: raised(30) }),
    aCard("two", { level: "A", alerts: raised(61) }),
    aCard("three", { level: "A", alerts: raised(121) }),
  );
  const [one, two, three] = cards();
  expect(one?.textContent).toContain("No one has answered");
  expect(two?.textContent).toContain("Second nurse, please");
  expect(three?.textContent).toContain("Charge nurse, please");
});

test("a patient who called again is told on the card", async () => {
  await boardWith(aCard("one", { alerts: [anAlert({ rule: "", level: "C", called_again: 2 })] }));
  expect(cards()[0]?.textContent).toContain("called again 2 times");
});

test("a private session shows no word of it before the nurse asks", async () => {
  const secret = anAlert({
    level: "A",
    private: true,
    reason: { zh: "自伤", en: "Self-harm" },
    quote: "a quiet sentence",
  });
  const { server, user } = await boardWith(
    aCard("one", { level: "A", complaint: "a quiet sentence", alerts: [secret] }),
  );
  server.lines = [
    {
      sequence: 1,
      at: new Date().toISOString(),
      speaker: "patient",
      name: null,
      text: "a quiet sentence",
      tapped: false,
      spoken: false,
      confidence: null,
      undone: false,
    },
  ];
  act(() => server.tell("one"));
  expect(cards()[0]?.textContent).toContain("Private");
  expect(document.body.textContent).not.toContain("a quiet sentence");
  expect(document.body.textContent).not.toContain("Self-harm");
  await user.click(press(/Show the words/));
  expect((await screen.findAllByText(/a quiet sentence/)).length).toBeGreaterThan(0);
});

test("hand back is open only to the one who took over; answering an alert is not taking over", async () => {
  const answered = anAlert({ acknowledged_by: "Li Na", acknowledged_reason: "there" });
  const { user } = await boardWith(
    aCard("one", { level: "A", alerts: [answered], owner: "Li Na", taken: false, state: "person" }),
    aCard("two", { owner: "Wu Min", taken: true, state: "person" }),
  );
  expect(press(/Hand back/)).toHaveProperty("disabled", true);
  expect(press(/Take over/)).toHaveProperty("disabled", false);
  await user.keyboard("j");
  expect(press(/Hand back/)).toHaveProperty("disabled", true);
});

const inDanger = () =>
  aCard("one", {
    level: "A",
    alerts: [anAlert({ acknowledged_by: "Li Na", acknowledged_reason: "there" })],
    owner: "Li Na",
    taken: true,
    state: "person",
  });

test("H on a session in danger asks whether it still is and why, and the keys alone lower it", async () => {
  const { server, user } = await boardWith(inDanger());
  await user.keyboard("h");
  const panel = within(screen.getByRole("region", { name: "Hand back a patient in danger" }));
  expect(server.writes).toEqual([]);
  const go = panel.getByRole("button", { name: "Hand back" });
  expect(go).toHaveProperty("disabled", true);
  await user.keyboard(" ");
  await user.click(panel.getByRole("radio", { name: /Not in danger/ }));
  expect(go).toHaveProperty("disabled", true);
  await user.type(panel.getByLabelText("Why?"), "ECG normal{Enter}");
  const path = "/board/sessions/one/release";
  await waitFor(() => expect(server.writes).toEqual([{ path, body: { reason: "ECG normal", lowers: true } }]));
  expect((await screen.findAllByText("Li Na lowered it: ECG normal")).length).toBeGreaterThan(0);
});

test("a session that cannot be read is ended from its notice", async () => {
  const server = new DeskServer(nurse);
  server.damaged = [{ session_id: "one", kiosk: "1", started: new Date().toISOString() }];
  server.cards = [aCard("one")];
  const { user } = openBoard(server);
  await user.type(await screen.findByLabelText("Why it ends, and how the patient is"), "sat down, well");
  await user.click(screen.getByRole("button", { name: "I am with the patient: end it" }));
  await waitFor(() =>
    expect(server.writes).toMatchObject([{ path: "/board/sessions/one/end", body: { reason: "sat down, well" } }]),
  );
});

test("what could not be sent to the hospital's system is told with its reason and sent again", async () => {
  const server = new DeskServer(nurse);
  const entry = { outbox_id: 7, kind: "visit" as const, outpatient_number: 31, patient_id: "P1003", attempts: 6 };
  const created = new Date().toISOString();
  server.delivery = { given_up: [{ ...entry, created, reason: "changed" }], waiting: 2, since: created };
  const { user } = openBoard(server);
  await screen.findByText(/2 entries wait/);
  screen.getByText(/Record 31 of P1003.*6 tries.*Somebody has changed it there/);
  await user.click(screen.getByRole("button", { name: "Send again: Record 31 of P1003" }));
  await waitFor(() => expect(server.writes).toMatchObject([{ path: "/board/deliveries/7/again" }]));
});

test("a session in danger may be handed back as one", async () => {
  const { server, user } = await boardWith(inDanger());
  await user.click(press(/Hand back/));
  await user.click(screen.getByRole("radio", { name: /Still in danger/ }));
  await user.click(press(/Fetching help/));
  const panel = within(screen.getByRole("region", { name: "Hand back a patient in danger" }));
  await user.click(panel.getByRole("button", { name: "Hand back" }));
  const path = "/board/sessions/one/release";
  const body = { reason: "Fetching help or a wheelchair", lowers: false };
  await waitFor(() => expect(server.writes).toEqual([{ path, body }]));
});

test("a department is found by its name in the other language", async () => {
  const { server, user } = await boardWith(aCard("one"));
  await user.keyboard("r");
  await user.type(await screen.findByLabelText("Department", { selector: "input" }), "神经");
  await user.click(await screen.findByRole("option", { name: "Neurology" }));
  await user.click(
    within(screen.getByRole("region", { name: "Another department" })).getByRole("button", { name: "Reroute" }),
  );
  await waitFor(() => expect(server.writes[0]?.body).toEqual({ department_id: "neurology-1", reason: "" }));
});

test("single keys can be turned off, and stay off", async () => {
  const { server, user } = await boardWith(aCard("one"), aCard("two"));
  await user.keyboard("?");
  await user.click(await screen.findByRole("switch"));
  await user.keyboard("jt");
  expect(chosen()?.textContent).toContain("complaint of one");
  expect(server.writes).toHaveLength(0);
  expect(localStorage.getItem("frontdesk.keys")).toBe("off");
});

test("a sign-in that ran out leads to the door and back to the board", async () => {
  const { server, user } = await boardWith(aCard("one"));
  server.me = null;
  act(() => server.tell("one"));
  await screen.findByText(/run out/);
  expect(screen.queryByRole("article")).toBeNull();
  await user.type(screen.getByLabelText("User name"), "li");
  await user.type(screen.getByLabelText("Password"), "wrong{Enter}");
  await screen.findByText(/not right/);
  await user.type(screen.getByLabelText("Password"), "right{Enter}");
  await screen.findByRole("article");
});

test("a doctor is told that the board is not theirs", async () => {
  openBoard(new DeskServer({ ...nurse, role: "doctor", name: "Dr Chen" }));
  await screen.findByText(/not open to you, Dr Chen/);
});

test("a session can be ended by the one who has it, and after its emergency was answered", async () => {
  const { server, user } = await boardWith(aCard("one"));
  expect(press(/^End E/)).toHaveProperty("disabled", true);
  await user.keyboard("e");
  expect(press(/Take over/)).toHaveProperty("disabled", false);
  await user.click(press(/Take over/));
  await waitFor(() => expect(press(/^End E/)).toHaveProperty("disabled", false));
  await user.keyboard("{Escape}");
  await user.click(press(/^End E/));
  expect(server.writes.map((write) => write.path)).toEqual(["/board/sessions/one/take-over"]);
  await user.click(press(/End it now/));
  await waitFor(() => expect(press(/Take over/)).toHaveProperty("disabled", true));
});

test("an unanswered emergency cannot be ended", async () => {
  await boardWith(aCard("one", { level: "A", alerts: [anAlert()] }));
  expect(press(/^End E/)).toHaveProperty("disabled", true);
});

test("an alert the patient disputes has their words beside it, on its card, in its session and where it is answered", async () => {
  const disputed = anAlert({ disputed: "one step, not exactly Everest" });
  const { user } = await boardWith(aCard("one", { level: "A", alerts: [disputed] }));
  const words = () => screen.getAllByText("“one step, not exactly Everest”");
  await waitFor(() => expect(words()).toHaveLength(2));
  expect(cards()[0]?.textContent).toContain("The patient objects:");
  await user.keyboard("a");
  await waitFor(() => expect(words()).toHaveLength(3));
});

test("danger signs to ask about stand in the session, open or asked, with what they are asked for", async () => {
  const server = new DeskServer(nurse);
  server.cards = [aCard("one")];
  server.open = {
    screening: {
      en: [
        { sign: "Cold sweat", because: "chest tightness", met: false },
        { sign: "Fainted just now", because: "their words", met: true },
      ],
    },
  };
  openBoard(server);
  expect((await screen.findByText("Cold sweat")).textContent).toContain("not asked yet; because of: chest tightness");
  expect(screen.getByText("Fainted just now").textContent).toContain("asked; because of: their words");
});

test("what was kept in the patient's words is quoted under the question it answered", async () => {
  const server = new DeskServer(nurse);
  server.cards = [aCard("one")];
  const said = { key: "s", label: "Words", text: "little white ones", status: "said" as const, contradicted: false, asked: "Which medicines?" };
  server.open = {
    understood: { en: [said, { ...said, key: "f", text: "cough", status: "present", asked: null }] },
  };
  openBoard(server);
  const line = (await screen.findByText("“little white ones”")).closest("li");
  expect(line?.textContent).toContain("Which medicines?");
  expect(screen.getByText("cough")).toBeTruthy();
});

test("an alarm that somebody has taken over is with them, and whoever asks for a person is not routine", async () => {
  await boardWith(
    aCard("taken", { level: "A", alerts: [anAlert()], taken: true, owner: "Li Na", state: "person" }),
    aCard("asks", { state: "waiting_for_person", waiting_since: "2026-11-21T10:00:00" }),
  );
  const [taken, asks] = screen.getAllByRole("listitem");
  expect(taken?.textContent).toContain("With Li Na");
  expect(taken?.textContent).not.toContain("No one has answered");
  expect(asks?.textContent).toContain("Asks for a person");
});

test("what to tell a doctor who is called stands beside the talk, open in an emergency", async () => {
  await boardWith(aCard("one", { level: "B" }));
  const sbar = (await screen.findByText("For the doctor (SBAR)")).closest("details");
  expect(sbar?.open).toBe(true);
  expect(sbar?.textContent).toContain("Please see this patient first.");
});

test("what was spoken is marked, with how sure it was heard where that was little", async () => {
  const { server } = await boardWith(aCard("one", { level: "A" }));
  const heard = (sequence: number, text: string, confidence: number | null, spoken = true) =>
    ({ sequence, at: new Date().toISOString(), speaker: "patient", name: null, text, tapped: false, undone: false, spoken, confidence }) as const;
  server.lines = [heard(1, "my knee", 0.97), heard(2, "my neck", 0.52), heard(3, "it hurts", null), heard(4, "two days", null, false)];
  act(() => server.tell("one"));
  await screen.findByText(/two days/);
  const texts = [...document.querySelectorAll(".line-text")].map((one) => one.textContent);
  expect(texts).toEqual(["my knee by voice", "my neck by voice, 52% sure", "it hurts by voice", "two days"]);
});

test("what was tapped stands in no quotation marks", async () => {
  const alert = anAlert({ quote: "Cold sweat", tapped: true, disputed: "✗ Cold sweat", disputed_by_tap: true });
  const { user } = await boardWith(aCard("one", { level: "A", complaint: "Chest pain", complaint_tapped: true, alerts: [alert] }));
  const [card] = cards();
  if (card) await user.click(card);
  expect((await screen.findAllByText("tapped: Cold sweat")).length).toBeGreaterThan(0);
  expect(cards()[0]?.textContent).toContain("tapped: Chest pain");
  expect(document.body.textContent).not.toContain("“");
});

test("an alert is answered with what was found", async () => {
  const { server, user } = await boardWith(
    aCard("one", { level: "A", alerts: [anAlert()], state: "waiting_for_person" }),
  );
  await user.keyboard("a");
  const panel = await screen.findByRole("region", { name: "Acknowledge the alert" });
  await user.click(within(panel).getByRole("button", { name: "Looked: not an emergency" }));
  expect(within(panel).getByRole("radio", { name: /no danger/ })).toHaveProperty("checked", true);
  await user.click(within(panel).getByRole("button", { name: "Acknowledge" }));
  await waitFor(() => expect(server.writes[0]?.body).toMatchObject({ found: "no_danger" }));
});

const usual = { patient: { patient_id: "P1002", name: "Ann Field", linked: false }, verified: true };

test("a verified patient is named on card and session, with what the hospital holds", async () => {
  await boardWith(aCard("one", usual));
  expect(chosen()?.textContent).toContain("Ann Field · P1002");
  expect(screen.getByRole("heading", { level: 2 }).textContent).toContain("Ann Field · P1002");
  const chart = await screen.findByRole("region", { name: "On record" });
  await within(chart).findByText("penicillin (rash)");
  expect(chart.textContent).toContain("Endocrinology");
});

test("of a private session the name is not shown before the nurse asks", async () => {
  const { user } = await boardWith(aCard("one", { ...usual, alerts: [anAlert({ level: "P", private: true })], level: "P" }));
  expect(document.body.textContent).not.toContain("Ann Field");
  await user.click(press(/Show the words/));
  expect(screen.getByRole("heading", { level: 2 }).textContent).toContain("Ann Field");
});

test("a guest is linked by number and birth date, and a wrong link is taken back with a reason", async () => {
  const { server, user } = await boardWith(aCard("one", { linkable: true }));
  await user.keyboard("l");
  const panel = screen.getByRole("region", { name: "Link this guest to a chart" });
  await user.type(within(panel).getByLabelText("Patient number"), " p1002");
  await user.type(within(panel).getByLabelText("Birth date"), "1984-03-02");
  await user.click(press(/Compare and link/));
  await screen.findByText("Wrong chart");
  expect(server.writes.at(-1)?.body).toEqual({ patient_number: "p1002", birth_date: "1984-03-02" });
  await user.keyboard("l");
  expect(press(/^Take it back/)).toHaveProperty("disabled", true);
  await user.type(screen.getByLabelText("Why?"), "another Ann Field");
  await user.click(press(/^Take it back/));
  await screen.findByText("Link to a chart");
  expect(server.writes.at(-1)).toEqual({ path: "/board/sessions/one/unlink", body: { reason: "another Ann Field" } });
});

test("identifiers that do not agree are told without saying which", async () => {
  const { server, user } = await boardWith(aCard("one", { linkable: true }));
  await user.keyboard("l");
  await user.type(screen.getByLabelText("Patient number"), "P9");
  await user.type(screen.getByLabelText("Birth date"), "1984-03-02");
  server.refusal = { status: 404, code: "not_compared" };
  await user.click(press(/Compare and link/));
  await screen.findByText(/do not agree, or there were too many tries/);
});

test("filters and search hide cards, but no emergency that nobody has answered", async () => {
  const { user } = await boardWith(
    aCard("grave", { alerts: [anAlert()], level: "A" }),
    aCard("known", { ...usual, language: "zh", complaint: "头疼" }),
    aCard("other", { kiosk: "2" }),
  );
  const told = () => cards().map((card) => /complaint of \w+|头疼/.exec(card.textContent)?.[0]);
  await user.keyboard("f");
  await user.keyboard("ann 1002");
  expect(told()).toEqual(["complaint of grave", "头疼"]);
  screen.getByText("1 hidden; open emergencies always show.");
  await user.click(press(/Show all/));
  expect(told()).toHaveLength(3);
  await user.selectOptions(screen.getByLabelText("Kiosk"), "2");
  expect(told()).toEqual(["complaint of grave", "complaint of other"]);
  await user.selectOptions(screen.getByLabelText("Kiosk"), "all");
  await user.selectOptions(screen.getByLabelText("Language"), "zh");
  expect(told()).toEqual(["complaint of grave", "头疼"]);
});

test("what is over stands apart, folded, and the keys pass over it until it is opened", async () => {
  const { user } = await boardWith(aCard("one"), aCard("two", { state: "done" }));
  expect(cards()).toHaveLength(1);
  await user.keyboard("j");
  expect(chosen()?.textContent).toContain("complaint of one");
  await user.click(screen.getByText("Ended and left (1)"));
  await user.keyboard("j");
  await waitFor(() => expect(document.querySelector('[aria-current="true"]')?.textContent).toContain("complaint of two"));
});

test("an ended session whose alarm nobody answered is not put aside", async () => {
  await boardWith(aCard("one", { state: "done", alerts: [anAlert()], level: "A" }));
  expect(cards()).toHaveLength(1);
});

test("a usual message goes out in the patient's language with one press", async () => {
  const { server, user } = await boardWith(aCard("one", { language: "zh" }));
  await user.keyboard("m");
  await user.click(await screen.findByRole("button", { name: /Please wait here/ }));
  expect(server.writes.at(-1)?.body.text).toBe("请稍等，护士马上过来。");
});

test("words in the other language are sent only after a warning", async () => {
  const { server, user } = await boardWith(aCard("one", { language: "zh" }));
  await user.keyboard("m");
  await user.keyboard("please sit down{Enter}");
  await screen.findByText("The patient uses Chinese. These words are in English.");
  expect(server.writes).toHaveLength(0);
  await user.click(press(/Send anyway/));
  expect(server.writes.at(-1)?.body.text).toBe("please sit down");
});

test("the kiosks stand by what they do, and one in use opens its session", async () => {
  const server = new DeskServer(nurse);
  server.cards = [aCard("one"), aCard("two")];
  server.kiosks = [
    { name: "Kiosk 1", use: "idle", since: null, session_id: null },
    { name: "Kiosk 2", use: "in_use", since: new Date().toISOString(), session_id: "two" },
    { name: "Kiosk 3", use: "offline", since: "2026-11-30T08:05:00", session_id: null },
    { name: "Kiosk 4", use: "unknown", since: null, session_id: null },
  ];
  const { user } = openBoard(server);
  const wall = await screen.findByRole("list", { name: "Kiosks" });
  const told = within(wall).getAllByRole("listitem").map((one) => one.textContent);
  expect(told.map((one) => /kiosk \d [a-z ]+/.exec(one)?.[0].trim())).toEqual([
    "kiosk 3 offline since",
    "kiosk 2 in use",
    "kiosk 1 idle",
    "kiosk 4 no word yet",
  ]);
  await user.click(within(wall).getByRole("button", { name: /kiosk 2/ }));
  expect(chosen()?.textContent).toContain("complaint of two");
});

test("that the alarm is silent is said until a key or a press turns it on", async () => {
  const { user } = await boardWith(aCard("one", { alerts: [anAlert()], level: "A" }));
  screen.getByText(/Alarm sound is off. Press any key/);
  expect(HeardAudio.notes).toBe(0);
  await user.keyboard("x");
  await screen.findByText("Alarm sound on");
  expect(screen.queryByText(/Alarm sound is off/)).toBeNull();
  expect(HeardAudio.notes).toBeGreaterThan(0);
});

test("what to tell a doctor is on top in danger, and can be copied and printed", async () => {
  const { user } = await boardWith(aCard("one", { ...usual, alerts: [anAlert()], level: "A" }));
  vi.stubGlobal("isSecureContext", true);
  const beside = await screen.findByRole("region", { name: "Understood" });
  expect(beside.firstElementChild?.textContent).toContain("For the doctor (SBAR)");
  await user.click(press(/^Copy/));
  await screen.findByText("Copied");
  const text = await navigator.clipboard.readText();
  expect(text).toContain("Ann Field · P1002");
  expect(text).toContain("Recommendation: Please see this patient first.");
  expect(text).toContain("Written by a machine");
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  await user.click(press(/^Print/));
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector(".print-sheet")?.textContent).toContain("Printed");
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(document.querySelector(".print-sheet")).toBeNull();
});

test("the shift stands in figures and by the hour, as bars and as a table", async () => {
  const { user } = await boardWith(aCard("one"));
  await user.keyboard("s");
  const panel = await screen.findByRole("region", { name: "The last eight hours" });
  await within(panel).findByRole("img", { name: "Arrivals, by the hour: 08: 4; 09: 6" });
  within(panel).getByRole("img", { name: "Wait for a person (minutes), by the hour: 08: 1.5; 09: –" });
  within(panel).getByText("median 0:48");
  within(panel).getByText("1 alarm unanswered");
  expect(within(panel).getAllByRole("row", { hidden: true })).toHaveLength(3);
});

test("Tab stops once in each column of cards, and the focus comes back when a panel is closed", async () => {
  const { user } = await boardWith(aCard("one"), aCard("two"), aCard("gone", { state: "done" }));
  await user.click(screen.getByText(/^Ended and left/));
  const over = within(screen.getByRole("toolbar", { name: /^Ended and left/ })).getAllByRole("button");
  expect(cards().map((card) => card.tabIndex)).toEqual([0, -1]);
  expect(over.map((card) => card.tabIndex)).toEqual([0]);
  const reroute = screen.getByRole("button", { name: /Reroute/ });
  await user.click(reroute);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(reroute));
});
