import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { conversation } from "../../src/kiosk/conversation";
import { aSession, FakeServer } from "./fakeServer";

async function inConversation(parts = {}) {
  const server = new FakeServer();
  server.session = aSession(parts);
  sessionStorage.setItem("frontdesk.session", "s1");
  const kiosk = conversation();
  await kiosk.commands.open();
  return { server, ...kiosk };
}

test("a browser that was closed takes up its session again", async () => {
  const { read } = await inConversation({ turns: 3 });
  expect(read().session?.turns).toBe(3);
});

test("a turn that met no network is sent again with the same id, and the words stay meanwhile", async () => {
  const { server, read, commands } = await inConversation();
  server.failNext("away");
  const arrived = commands.say("my chest hurts");
  await vi.waitFor(() => expect(read().silence).toBe("brief"));
  expect(read().said).toBe("my chest hurts");
  expect(await arrived).toBe(true);
  const [first, second] = server.writes("/turns");
  expect(second?.body).toEqual(first?.body);
  expect(read()).toMatchObject({ said: null, silence: "none", waiting: false });
  expect(server.session.turns).toBe(1);
});

test("a turn whose answer was lost counts once", async () => {
  const { server, commands } = await inConversation();
  server.failNext("lost");
  await commands.say("since two days");
  expect(server.writes("/turns")).toHaveLength(2);
  expect(server.session.turns).toBe(1);
});

test("going back is not done twice when only its answer was lost", async () => {
  const { server, read, commands } = await inConversation({ turns: 3 });
  server.failNext("lost");
  await commands.undo();
  expect(server.writes("/undo")).toHaveLength(1);
  expect(read().session?.turns).toBe(2);
});

test("a server error is waited out like a lost network", async () => {
  const { server, read, commands } = await inConversation();
  server.failNext({ status: 503, code: "database_away" });
  expect(await commands.say("hello")).toBe(true);
  expect(read().session?.turns).toBe(1);
});

test("a turn out of order reads the session again and gives the words back", async () => {
  const { server, read, commands } = await inConversation({ turns: 1 });
  server.session = aSession({ turns: 4, sequence: 9 });
  server.failNext({ status: 409, code: "out_of_order" });
  expect(await commands.say("two weeks")).toBe(false);
  expect(read().problem).toBe("out_of_order");
  expect(read().session?.turns).toBe(4);
  await commands.say("two weeks");
  expect(server.writes("/turns").at(-1)?.body.number).toBe(5);
});

test("a session that has ended leads to the first screen with a word of why", async () => {
  const { server, read, commands } = await inConversation();
  server.failNext({ status: 410, code: "session_ended" });
  await commands.say("are you there");
  expect(read()).toMatchObject({ session: null, problem: "session_ended" });
  expect(sessionStorage.getItem("frontdesk.session")).toBeNull();
});

test("a kiosk that lost its token asks for pairing", async () => {
  const { server, read, commands } = await inConversation();
  server.hospital = { ...server.hospital, paired: false };
  server.failNext({ status: 401, code: "kiosk_not_paired" });
  await commands.say("hello");
  expect(read().hospital?.paired).toBe(false);
});

test("two quick taps are one answer", async () => {
  const { server, commands } = await inConversation();
  const yes = { key: "yes", label: "Yes", quote: null, why: null };
  expect(await Promise.all([commands.choose(yes), commands.choose(yes)])).toEqual([true, false]);
  expect(server.writes("/turns")).toHaveLength(1);
});

test("an old view from the stream does not undo a newer answer", async () => {
  const { server, read, commands } = await inConversation({ sequence: 5 });
  const stop = commands.follow("s1");
  await commands.say("my knee");
  server.session = aSession({ sequence: 3 });
  server.push({ turns: 0 });
  expect(read().session).toMatchObject({ turns: 1, said: "my knee" });
  stop();
});

test("the nurse is called at once, also while another answer is still awaited", async () => {
  const { server, read, commands } = await inConversation();
  server.failNext("away");
  const waiting = commands.say("hello");
  await commands.callNurse();
  expect(read().session?.nurse_called).toBe(true);
  await waiting;
});

test("a nurse called from the first screen gets a session to come to", async () => {
  const server = new FakeServer();
  const { commands } = conversation();
  await commands.open();
  await commands.callNurse();
  expect(server.writes().map((call) => call.path)).toEqual(["/api/sessions", "/api/sessions/s1/nurse"]);
});

test("leaving blanks the screen at once and keeps the draft on the server, even over a bad line", async () => {
  const { server, read, commands } = await inConversation();
  server.failNext("away");
  commands.leave();
  expect(read().session).toBeNull();
  await vi.waitFor(() => expect(server.session.phase).toBe("suspended"), { timeout: 3000 });
  expect(read().session).toBeNull();
});

test("an answer meant for the person before is dropped", async () => {
  const { server, read, commands } = await inConversation();
  server.failNext("away");
  const late = commands.say("private words");
  commands.leave();
  expect(await late).toBe(false);
  expect(read()).toMatchObject({ session: null, said: null });
});

test("the lines of a nurse who joined are kept in order", async () => {
  const { server, read, commands } = await inConversation({ said: "I want a person", turns: 1 });
  const stop = commands.follow("s1");
  const says = (text: string) => ({ text, language: "en" as const, by: "Nurse Lin", sources: [], repeat_of: null, line: 2, sentences: 1, aloud: true, beside: null });
  server.push({ phase: "with_nurse", joined: "Nurse Lin", reply: says("I am here.") });
  server.push({ reply: says("Where does it hurt?") });
  expect(read().lines.map((line) => line.text)).toEqual(["I want a person", "I am here.", "Where does it hurt?"]);
  stop();
});

test("an answer is shown as it is being said, and the finished one takes its place", async () => {
  const { server, read, commands } = await inConversation();
  const stop = commands.follow("s1");
  const release = server.holdAnswer();
  const answered = commands.say("my knee hurts");
  await vi.waitFor(() => expect(server.writes("/turns")).toHaveLength(1));
  server.saying("Thank you.");
  expect(read().words).toBe("Thank you.");
  server.saying("Thank you. How long?");
  expect(read().words).toBe("Thank you. How long?");
  release();
  expect(await answered).toBe(true);
  expect(read()).toMatchObject({ words: null, waiting: false });
  stop();
});

test("what is typed while the nurse speaks goes to her at once, and her first answer is dropped", async () => {
  const { server, read, commands } = await inConversation();
  const stop = commands.follow("s1");
  const release = server.holdAnswer();
  const first = commands.say("my knee hurts");
  await vi.waitFor(() => expect(server.writes("/turns")).toHaveLength(1));
  server.push({});
  server.saying("Thank you.");
  expect(await commands.say("and my back")).toBe(true);
  expect(server.writes("/turns").map((call) => call.body.number)).toEqual([1, 2]);
  release();
  expect(await first).toBe(true);
  expect(read()).toMatchObject({ waiting: false, session: { turns: 2, said: "and my back" } });
  stop();
});

describe("while nobody answers", () => {
  const away = Array.from({ length: 40 }, () => "away" as const);
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());

  test.each(["我胸口剧烈疼痛", "I can't breathe"])("%s: the screen says at once what to do", async (words) => {
    const { server, read, commands } = await inConversation();
    server.failNext(...away);
    void commands.say(words);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(read().alone).toBe(true);
  });

  test("so it does for whoever calls, until somebody answers", async () => {
    const { server, read, commands } = await inConversation();
    server.failNext(...away.slice(0, 5));
    const called = commands.callNurse();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(read().alone).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    await called;
    expect(read()).toMatchObject({ alone: false, session: { nurse_called: true } });
  });

  test("other words wait, and a server that hangs is as bad as none", async () => {
    const { server, read, commands } = await inConversation();
    const release = server.holdAnswer();
    void commands.say("a rash on my hand");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read().alone).toBe(false);
    release();
    await vi.waitFor(() => expect(read().waiting).toBe(false));
    const answer = server.holdAnswer();
    void commands.say("my chest is tight and it hurts");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(read().alone).toBe(true);
    answer();
    await vi.waitFor(() => expect(read()).toMatchObject({ alone: false, waiting: false }));
  });
});

test("a browser that finds no server still knows its hospital", async () => {
  const { server } = await inConversation();
  const again = conversation();
  server.gone = true;
  void again.commands.open();
  await vi.waitFor(() => expect(again.read().hospital?.emergency.en).toBe("Follow the red line."));
  server.gone = false;
});
