import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Department, Session } from "../../src/api/kiosk";
import { button, kioskIn, openKiosk } from "./kiosk";
import { aCall, aPart, aQuestion, aSession, FakeServer, hospital, tile } from "./fakeServer";

afterEach(() => vi.useRealTimers());

const department: Department = {
  department_id: "cardiology",
  name: "Cardiology",
  building: "Outpatient Building",
  floor: 2,
  room: "A203",
  directions: "Walk ahead to lift 1.",
  open_now: true,
  hours_today: "08:00-12:00",
  notice: null,
  opens: null,
  physicians: [{ name: "Zhou Mingyuan", title: "Chief Physician", expertise: "" }],
  slots: [{ slot_id: "7", starts: "2026-11-21T14:10:00", physician: "Zhou Mingyuan", title: "Chief Physician" }],
};
const found = {
  department,
  because: [{ words: "my chest is tight on the stairs", tapped: false }],
  urgent_note: null,
  emergency: null,
};
const question = aQuestion();

test("the first screen greets in both languages and the button pressed chooses the language", async () => {
  const { server, user } = await openKiosk();
  expect(button("我不舒服")).toBeTruthy();
  await user.click(button("I feel unwell"));
  expect(server.writes()[0]?.body).toEqual({ language: "en", entry: "unwell" });
  expect(await screen.findByRole("heading", { name: "May I write down what you tell me?" })).toBeTruthy();
});

test("a question leads to where things are, and begins a session only for one's own words", async () => {
  const { server, user } = await openKiosk();
  await user.click(button("I have a question"));
  await user.click(await screen.findByRole("button", { name: "Toilets" }));
  expect(screen.getByRole("heading", { level: 1, name: "Toilets: how to get there" })).toBeTruthy();
  expect(screen.getByText("Every floor has them.")).toBeTruthy();
  await user.click(button("Back"));
  expect(server.writes()).toEqual([]);
  await user.click(button("Another question, in my words"));
  expect(server.writes()[0]?.body).toEqual({ language: "en", entry: "question" });
});

test("agreeing without a card goes on as a guest at once", async () => {
  const { server, user } = await kioskIn({ phase: "consent" });
  await user.click(button("Yes, I have no card here"));
  expect(server.writes("/identity")[0]?.body).toMatchObject({ patient_number: null });
});

test("declining leads to a nurse, not to a dead end", async () => {
  const { user } = await openKiosk();
  await user.click(button("I feel unwell"));
  await user.click(await screen.findByRole("button", { name: "No, I want a nurse" }));
  expect(await screen.findByRole("heading", { level: 1, name: "A nurse has been called." })).toBeTruthy();
});

test("a scanned number and three date fields identify, and the scanner's Enter only moves on", async () => {
  const { server, user } = await kioskIn({ phase: "identity" });
  await user.keyboard("P1003{Enter}");
  expect(server.writes("/identity")).toHaveLength(0);
  await user.keyboard("195839{Enter}");
  expect(server.writes("/identity")[0]?.body).toEqual({
    patient_number: "P1003",
    name: null,
    birth_date: "1958-03-09",
  });
});

test("the keys on the glass type the number", async () => {
  const { user } = await kioskIn({ phase: "identity" });
  for (const key of ["P", "1", "0", "7"]) await user.click(button(key));
  await user.click(button("Erase"));
  expect(screen.getByLabelText<HTMLInputElement>("Patient number").value).toBe("P10");
});

test("February has no thirtieth to touch", async () => {
  const { user } = await kioskIn({ phase: "identity" });
  await user.keyboard("P1003{Enter}");
  for (const key of ["5", "8", "2"]) await user.click(button(key));
  expect(button("28")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "29" })).toBeNull();
});

test("a day that does not exist is not sent", async () => {
  const { server, user } = await kioskIn({ phase: "identity" });
  await user.keyboard("P1003{Enter}1958231{Enter}");
  expect(screen.getByRole("alert").textContent).toContain("not a date");
  expect(server.writes("/identity")).toHaveLength(0);
});

test("a number that did not match says how many tries are left, and a guest may always go on", async () => {
  const { server, user } = await kioskIn({ phase: "identity", identity_tries_left: 1 });
  expect(screen.getByText(/try once more/)).toBeTruthy();
  await user.click(button("Go on without a number"));
  expect(server.writes("/identity")[0]?.body.patient_number).toBeNull();
});

test("a quick reply is sent with its key, its words and its number", async () => {
  const { server, user } = await kioskIn({ question, turns: 2 });
  await user.click(button("Head"));
  expect(server.writes("/turns")[0]?.body).toMatchObject({ number: 3, text: "Head", option: "site:head", means: "tapped" });
});

test("the body map opens over the answers and sends the region's words", async () => {
  const { server, user } = await kioskIn({ question: aQuestion({ body_map: true }) });
  await user.click(button("Point on a body"));
  expect(screen.queryByRole("group", { name: question.text })).toBeNull();
  await user.click(button("Knee"));
  expect(server.writes("/turns")[0]?.body).toMatchObject({ text: "Knee", option: "site:knee", means: "tapped" });
});

test("words that were refused stay in the box", async () => {
  const { server, user } = await kioskIn({ question });
  server.failNext({ status: 413, code: "body_too_large" });
  await user.click(button("Type my own words"));
  await user.type(screen.getByRole("textbox"), "a very long story{Enter}");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("a very long story");
  expect(screen.getByText("That was too long. Please say it shorter.")).toBeTruthy();
});

test("the keyboard on the glass writes and erases", async () => {
  const { user } = await kioskIn({ question: null });
  await user.click(button("Keyboard"));
  for (const key of ["Shift", "H", "i", "Space", "x", "Erase"]) await user.click(button(key));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Hi ");
});

test("an understood line can be taken back or said again", async () => {
  const { server, user } = await kioskIn({ doctor_reads: [aPart("complaint", { key: "finding:cough", text: "cough" })], understood_line: "cough" });
  await user.click(button(/Check and correct/));
  await user.click(button(/^cough/));
  await user.click(button("Take it out"));
  expect(server.writes("/corrections")[0]?.body).toMatchObject({ key: "finding:cough", text: "" });
  await user.click(button(/^cough/));
  await user.type(screen.getByLabelText("It should be"), "a dry cough{Enter}");
  expect(server.writes("/corrections")[1]?.body.text).toBe("a dry cough");
});

const freeTime = () => within(screen.getByRole("group", { name: "Choose a time" })).getByRole("button", { name: /14:10/ });

test("the recommendation shows where and why, and a free time is booked once it was read back", async () => {
  const { server, user } = await kioskIn({ phase: "recommendation", recommendation: found });
  expect(screen.getByRole("heading", { level: 1, name: "Cardiology" })).toBeTruthy();
  expect(screen.getByText(/my chest is tight on the stairs/)).toBeTruthy();
  expect(screen.getByText("Floor 2, A203")).toBeTruthy();
  await user.click(button(/^Book a time/));
  await user.click(freeTime());
  expect(server.writes("/booking")).toHaveLength(0);
  await user.click(button("Another time"));
  await user.click(freeTime());
  await user.click(button("Yes, book this time"));
  expect(server.writes("/booking")[0]?.body).toEqual({ slot_id: "7" });
});

test("a booked time can be changed, or given back", async () => {
  const booking = { starts: "2026-11-21T14:10:00", physician: "Dr Lin", queue_number: "C07" };
  const { server, user } = await kioskIn({ phase: "recommendation", recommendation: found, booking });
  await user.click(button("Change the time"));
  await user.click(button(/14:10/));
  await user.click(button("Yes, book this time"));
  expect(server.writes("/booking")).toHaveLength(1);
});

test("a booked time is given back", async () => {
  const booking = { starts: "2026-11-21T14:10:00", physician: "Dr Lin", queue_number: "C07" };
  const { server, user } = await kioskIn({ phase: "recommendation", recommendation: found, booking });
  await user.click(button("Give it back"));
  expect(server.calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    "/api/sessions/s1/booking",
  ]);
});

test("whoever is escorted sees no map and no times", async () => {
  const urgent = { ...found, urgent_note: "A nurse will see you first." };
  await kioskIn({ phase: "recommendation", recommendation: urgent });
  expect(screen.getByText("A nurse will see you first.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /14:10/ })).toBeNull();
  expect(document.querySelector(".way")).toBeNull();
});

test.each([
  [{ phase: "recommendation", recommendation: found }, /goes to the doctor/],
  [{ turns: 2, verified: false }, /begin again/],
  [{ turns: 2, verified: true }, /so far goes to the doctor/],
] as const)("finishing asks first and says what becomes of it: %o", async (parts, words) => {
  const { server, user } = await kioskIn(parts);
  await user.click(button("Finish"));
  expect(screen.getByText(words)).toBeTruthy();
  await user.click(button("No, go on"));
  expect(server.writes("/finish")).toHaveLength(0);
  await user.click(button("Finish"));
  await user.click(button("Yes, finish"));
  expect(server.writes("/finish")).toHaveLength(1);
});

test("the slip holds number, initials and way, and a code that says until when it works", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  const { user } = await kioskIn({ phase: "recommendation", recommendation: found });
  await user.click(button("Show and print the way"));
  await user.click(button("Take it on my phone"));
  expect(screen.getByText("C07")).toBeTruthy();
  expect(screen.getByText("W. F.")).toBeTruthy();
  expect(screen.getByText(/before 14:32/)).toBeTruthy();
  expect(screen.getByRole<HTMLImageElement>("img", { name: "QR code" }).src).toContain(encodeURIComponent("xmlns="));
  expect(print).not.toHaveBeenCalled();
  await user.click(button("Print"));
  expect(print).toHaveBeenCalledOnce();
});

test("every department card has another department, which is a turn of the talk", async () => {
  const { server, user } = await kioskIn({ phase: "recommendation", recommendation: found });
  await user.click(button("Another department"));
  expect(server.writes("/turns")[0]?.body).toMatchObject({ option: "another", text: "Another department", means: "tapped" });
});

test("a department to choose says why", async () => {
  const options = [{ ...tile("department:ent", "ENT"), why: "because you said “sore throat”" }];
  await kioskIn({ question: aQuestion({ key: "choose_again", options }) });
  expect(button(/ENT.*because you said “sore throat”/)).toBeTruthy();
});

test("a slot that was just taken is said kindly", async () => {
  const { server, user } = await kioskIn({ phase: "recommendation", recommendation: found });
  server.failNext({ status: 409, code: "slot_taken" });
  await user.click(button(/^Book a time/));
  await user.click(freeTime());
  await user.click(button("Yes, book this time"));
  expect(await screen.findByText("That time was just taken. Please choose another.")).toBeTruthy();
});

test("an emergency leaves two things to press, to call again and to say it is not so, and names who answers", async () => {
  const { server, user } = await kioskIn({
    phase: "emergency",
    alert: aCall({ level: "A", acknowledged_by: null, called_at: "2026-11-21T10:00:00" }),
  });
  expect(screen.getAllByRole("button")).toHaveLength(2);
  expect(button("That was a mistake, it is not so.")).toBeTruthy();
  await user.click(button("Call again"));
  expect(server.writes("/nurse")).toHaveLength(1);
  act(() => server.push({ alert: aCall({ level: "A", acknowledged_by: "Nurse Lin", called_at: "2026-11-21T10:00:00" }) }));
  expect(screen.getByText("Nurse Lin knows and is coming to you.")).toBeTruthy();
});

test("the private screen holds one sentence and nothing else", async () => {
  await kioskIn({ phase: "private", said: "words nobody else may read" });
  expect(document.body.textContent.trim()).toBe("Please wait here. Someone will be with you now.");
  expect(screen.queryAllByRole("button")).toHaveLength(0);
});

test("a nurse who joins is named, and silences nothing the patient writes", async () => {
  const { server, user } = await kioskIn({ phase: "with_nurse", joined: "Nurse Lin" });
  expect(screen.getByRole("heading").textContent).toContain("Nurse Lin");
  await user.type(screen.getByRole("textbox"), "thank you{Enter}");
  expect(server.writes("/turns")[0]?.body.text).toBe("thank you");
});

test("the language button changes the session and the words", async () => {
  const { server, user } = await kioskIn({ phase: "consent" });
  await user.click(screen.getByRole("radio", { name: "中文" }));
  expect(await screen.findByText("可以记下您说的话吗？")).toBeTruthy();
  expect(server.session.language).toBe("zh");
});

test("the nurse's button stands on the first screen and on every page with words", async () => {
  const { user } = await openKiosk();
  expect(button(/呼叫护士 Call a nurse/)).toBeTruthy();
  await user.click(button("I feel unwell"));
  expect(await screen.findByRole("button", { name: "Call a nurse" })).toBeTruthy();
});

test("an unpaired browser asks for its code and nothing else", async () => {
  const server = new FakeServer();
  server.hospital = { ...hospital, paired: false };
  const { user } = await openKiosk(server);
  await user.type(screen.getByRole("textbox"), "K7-2231{Enter}");
  expect(server.writes("/pair")[0]?.body).toEqual({ code: "K7-2231" });
  expect(await screen.findByRole("button", { name: "I feel unwell" })).toBeTruthy();
});

test("sources stand beneath an answer to a question", async () => {
  await kioskIn({
    reply: { text: "At the cashier.", language: "en", by: null, sources: ["Paying for tests"], repeat_of: null, line: 2, sentences: 1, aloud: true, beside: null },
  });
  expect(screen.getByText(/Source: Paying for tests/)).toBeTruthy();
});

function pass(seconds: number) {
  act(() => {
    vi.advanceTimersByTime(seconds * 1000);
  });
}

test("nobody there: a warning after a minute, then the screen is blank and the draft kept", async () => {
  const { server } = await kioskIn({ question });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  fireEvent.pointerDown(document.body);
  pass(59);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  pass(2);
  expect(within(screen.getByRole("alertdialog")).getByText("Are you still there?")).toBeTruthy();
  pass(31);
  expect(screen.queryByText("Where does it hurt?")).toBeNull();
  expect(button("I feel unwell")).toBeTruthy();
  vi.useRealTimers();
  await vi.waitFor(() => expect(server.writes("/suspend")).toHaveLength(1));
});

test("a touch ends the warning", async () => {
  await kioskIn({ question });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  fireEvent.pointerDown(document.body);
  pass(61);
  fireEvent.pointerDown(button("I am here"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  pass(50);
  expect(screen.getByText("Where does it hurt?")).toBeTruthy();
});

test("an emergency is never blanked for want of a touch", async () => {
  await kioskIn({ phase: "emergency" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  pass(600);
  expect(button("Call again")).toBeTruthy();
});

test("after the end the first screen comes back by itself", async () => {
  const { server } = await kioskIn({ question });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  act(() => server.push({ phase: "ended" }));
  expect(screen.getByText("Thank you")).toBeTruthy();
  for (let second = 0; second < 20; second += 1) pass(1);
  expect(button("I feel unwell")).toBeTruthy();
});

test("finishing ends the session on the server", async () => {
  const { server, user } = await kioskIn({ question });
  await user.click(button("Finish"));
  await user.click(button("Yes, finish"));
  expect(server.writes("/finish")).toHaveLength(1);
  expect(await screen.findByText("Thank you")).toBeTruthy();
});

test("what was tapped is not shown as speech", async () => {
  const because = [{ words: "Chest pain", tapped: true }];
  await kioskIn({ phase: "recommendation", recommendation: { ...found, because } });
  expect(screen.getByText(/Because you tapped:/).textContent).toContain("Chest pain");
  expect(document.body.textContent).not.toContain("“");
});

const CLOCK = { toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "Date"] } as const;

test("a call has a page of its own: since when somebody knows, and who else is asked as minutes pass", async () => {
  const alert = aCall();
  const { server, user } = await kioskIn({ question });
  await user.click(button("Call a nurse"));
  expect(await screen.findByRole("heading", { level: 1, name: "A nurse has been called." })).toBeTruthy();
  expect(screen.queryByText(question.text)).toBeNull();
  expect(screen.getByText("The nurses' desk was told at 10:05.")).toBeTruthy();
  expect(screen.getByText(/Please stay near this screen/)).toBeTruthy();
  vi.useFakeTimers({ toFake: [...CLOCK.toFake] });
  act(() => server.push({ alert: { ...alert, waited_seconds: 1 } }));
  pass(58);
  expect(screen.getByText("Called 59 seconds ago")).toBeTruthy();
  expect(screen.queryByText(/Nobody has answered/)).toBeNull();
  pass(2);
  expect(screen.getByText(/Nobody has answered yet/)).toBeTruthy();
  expect(screen.getByText("A second nurse is asked to come too.")).toBeTruthy();
  pass(60);
  expect(screen.getByText("The nurse in charge is asked to come too.")).toBeTruthy();
  act(() => server.push({ nurse_called: false, alert: { ...alert, waited_seconds: 130, acknowledged_by: "Nurse Lin" } }));
  expect(screen.getByText("Called at 10:05. Nurse Lin knows and is coming.")).toBeTruthy();
});

test("calling again begins a new minute, and who was asked stays asked", async () => {
  const alert = aCall({ waited_seconds: 90, waited_again_seconds: 0, called_again_at: "2026-11-21T10:06:30" });
  await kioskIn({ phase: "with_nurse", nurse_called: true, alert });
  expect(screen.getByText("You called again at 10:06.")).toBeTruthy();
  expect(screen.getByText("Called just now")).toBeTruthy();
  expect(screen.getByText("A second nurse is asked to come too.")).toBeTruthy();
  expect(screen.queryByText(/Nobody has answered/)).toBeNull();
});

test("questions go on while a nurse is awaited, and the call stays a line that leads back to its page", async () => {
  const { user } = await kioskIn({ question });
  await user.click(button("Call a nurse"));
  await user.click(await screen.findByRole("button", { name: "Go on with my questions meanwhile" }));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain(question.text);
  await user.click(button("See the call"));
  expect(screen.getByRole("heading", { level: 1, name: "A nurse has been called." })).toBeTruthy();
});

test("before a language is chosen a call answers in both, and going on chooses one", async () => {
  const { server, user } = await openKiosk();
  await user.click(button("呼叫护士 Call a nurse"));
  expect(await screen.findByText("A nurse has been called.")).toBeTruthy();
  expect(screen.getByText("已经叫了护士。")).toBeTruthy();
  expect(button("再叫一次 Call again")).toBeTruthy();
  expect(button("等的时候，接着回答问题")).toBeTruthy();
  await user.click(button("Go on with my questions meanwhile"));
  expect(server.writes("/language")[0]?.body).toEqual({ language: "en" });
  expect(await screen.findByRole("heading", { name: "May I write down what you tell me?" })).toBeTruthy();
});

test("before a language is chosen the display menu stands in both", async () => {
  const { user } = await openKiosk();
  await user.click(button("显示 Display"));
  for (const words of ["Strong contrast", "黑白分明", "What is easier to see?", "怎么看更舒服？"])
    expect(await screen.findByText(words)).toBeTruthy();
});

test("a closed department says when it opens, and Emergency is a button with its way", async () => {
  const shut = { ...department, open_now: false, notice: "closed", opens: "2026-11-22T08:00:00", slots: [] };
  const emergency = { ...department, department_id: "emergency", name: "Emergency", floor: 1, room: "B101" };
  const { user } = await kioskIn({ phase: "recommendation", recommendation: { ...found, department: shut, emergency } });
  expect(screen.getByText(/^Closed now\. It opens .* at 08:00\.$/)).toBeTruthy();
  expect(screen.queryByText(/No free times/)).toBeNull();
  await user.click(button(/^If it cannot wait: Emergency/));
  expect(screen.getByRole("heading", { level: 1, name: "Emergency: how to get there" })).toBeTruthy();
  await user.click(button("Back"));
  expect(screen.getByRole("heading", { level: 1, name: "Cardiology" })).toBeTruthy();
});

test("the result repeats nothing of the line that names it, and the next question stands alone", async () => {
  const said = "I suggest Cardiology. The car park is at the gate. Where does it hurt?";
  const reply = { ...aSession().reply, text: said, beside: "The car park is at the gate." } as Session["reply"];
  const optional = aQuestion({ optional: true, text: "Where does it hurt?" });
  const { user } = await kioskIn({ question: optional, recommendation: found, questions_left: 2, reply });
  expect(screen.getByText("The car park is at the gate.")).toBeTruthy();
  expect(document.body.textContent).not.toContain("Where does it hurt?");
  await user.click(button("Answer 2 more questions for your doctor"));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("The car park is at the gate.Where does it hurt?");
});

test("an emergency that nobody answers for a minute says where to go", async () => {
  const alert = aCall({ level: "A" });
  const { server } = await kioskIn({ question });
  vi.useFakeTimers({ toFake: [...CLOCK.toFake] });
  act(() => server.push({ phase: "emergency", alert }));
  expect(screen.getByText(/tell any member of staff/)).toBeTruthy();
  pass(61);
  expect(screen.getByText(/Follow the red line/)).toBeTruthy();
});

test("after a scanned card a birth date is five touches, and its last digit sends nothing", async () => {
  const { server, user } = await kioskIn({ phase: "identity" });
  await user.keyboard("P1003{Enter}");
  for (const key of ["5", "8", "3", "8", "Erase", "9"]) await user.click(button(key));
  expect(server.writes("/identity")).toHaveLength(0);
  await user.click(button("Continue"));
  expect(server.writes("/identity")[0]?.body).toMatchObject({ patient_number: "P1003", birth_date: "1958-03-09" });
});

test("a session that is taken up again is shown as it was left", async () => {
  sessionStorage.setItem("frontdesk.display.s1", JSON.stringify({ large: true, low: false, colours: "contrast" }));
  await kioskIn({ question });
  expect(document.documentElement.hasAttribute("data-large")).toBe(true);
  expect(document.documentElement.dataset.theme).toBe("contrast");
});
