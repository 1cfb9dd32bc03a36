/** The kiosk's voice: what is said, when it stops, and what it never says by itself. */
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Session } from "../../src/api/kiosk";
import { Refused } from "../../src/api/client";
import { hear } from "../../src/api/sound";
import { listen } from "../../src/kiosk/voice/hearing";
import { speaking, type Loudspeaker } from "../../src/kiosk/voice/speaking";
import { readable } from "../../src/kiosk/voice/readable";
import { wordsOf } from "../../scripts/pageWords";
import en from "../../src/messages/kiosk/en.json";
import { FakeEars } from "./fakeEars";
import { aQuestion, hospital, tile } from "./fakeServer";
import { button, kioskIn, openKiosk } from "./kiosk";

const sound = (text: string) => new Blob([text]);
const piece = (text: string) => () => Promise.resolve(sound(text));

/** Plays until it is told that all was heard. */
class FakeLoudspeaker implements Loudspeaker {
  readonly heard: string[] = [];
  fails: Error | null = null;
  private over: () => void = () => undefined;

  play = async (blob: Blob) => {
    this.heard.push(await blob.text());
    if (this.fails) throw this.fails;
    await new Promise<void>((resolve) => (this.over = resolve));
  };
  stop = () => this.over();
  hushed = 0;
  hush = () => (this.hushed += 1);
  goOn = () => (this.hushed -= 1);
  ends = async () => {
    this.over();
    await settled();
  };
}
const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 10)));

test("pieces are said one after the other, and the next is fetched while one is heard", async () => {
  const loudspeaker = new FakeLoudspeaker();
  const voice = speaking(loudspeaker);
  const second = vi.fn(piece("two"));
  voice.add([piece("one"), second]);
  await settled();
  expect(loudspeaker.heard).toEqual(["one"]);
  expect(second).toHaveBeenCalledOnce();
  await loudspeaker.ends();
  expect(loudspeaker.heard).toEqual(["one", "two"]);
  expect(voice.read().speaking).toBe(true);
  await loudspeaker.ends();
  expect(voice.read().speaking).toBe(false);
});

test("what is stopped is never heard, not even what was on its way", async () => {
  const loudspeaker = new FakeLoudspeaker();
  const voice = speaking(loudspeaker);
  voice.add([piece("one"), piece("two")]);
  voice.stop();
  voice.add([piece("three")]);
  await settled();
  expect(loudspeaker.heard).toEqual(["three"]);
});

test("hushed, nothing more is begun until it goes on", async () => {
  const loudspeaker = new FakeLoudspeaker();
  const voice = speaking(loudspeaker);
  voice.add([piece("one"), piece("two")]);
  await settled();
  voice.hush();
  expect(loudspeaker.hushed).toBe(1);
  await loudspeaker.ends();
  expect(loudspeaker.heard).toEqual(["one"]);
  voice.goOn();
  await settled();
  expect(loudspeaker.heard).toEqual(["one", "two"]);
  expect(loudspeaker.hushed).toBe(0);
});

test("hushed and then stopped, it says only what is new", async () => {
  const loudspeaker = new FakeLoudspeaker();
  const voice = speaking(loudspeaker);
  voice.hush();
  voice.add([piece("one")]);
  voice.stop();
  voice.add([piece("two")]);
  await settled();
  expect(loudspeaker.heard).toEqual([]);
  voice.goOn();
  await settled();
  expect(loudspeaker.heard).toEqual(["two"]);
});

test("a sentence that the server leaves out is passed over", async () => {
  const loudspeaker = new FakeLoudspeaker();
  const voice = speaking(loudspeaker);
  voice.add([() => Promise.reject(new Refused(409, "not_aloud")), piece("two")]);
  await settled();
  expect(loudspeaker.heard).toEqual(["two"]);
  expect(voice.read().trouble).toBeNull();
});

test.each([
  ["a browser that waits for a touch", Object.assign(new Error(), { name: "NotAllowedError" }), "blocked"],
  ["no loudspeaker", new Error("no sound"), "silent"],
])("%s is told, and speaking ends", async (_, error, trouble) => {
  const loudspeaker = new FakeLoudspeaker();
  loudspeaker.fails = error;
  const voice = speaking(loudspeaker);
  voice.add([piece("one"), piece("two")]);
  await settled();
  expect(voice.read()).toEqual({ speaking: false, trouble });
});

test("without a voice nothing more is asked for", async () => {
  const voice = speaking(new FakeLoudspeaker());
  voice.add([() => Promise.reject(new Refused(404, "no_voice"))]);
  await settled();
  expect(voice.read()).toEqual({ speaking: false, trouble: "silent" });
});

test("every block of a page is read once, in its language, without what is hidden", () => {
  document.body.innerHTML = `
    <main><h1 lang="zh-CN">您好</h1><ul><li><p>One</p></li><li>Two <b>three</b></li></ul>
    <button aria-label="Call a nurse"><svg></svg></button><p aria-hidden="true">never</p><p class="visually-hidden">nor this</p>
    <button><span>Rash</span><span>itchy</span></button><p>One</p><p>…</p></main>`;
  document.documentElement.lang = "en-GB";
  expect(readable(document.body).map(({ text, language }) => `${language} ${text}`)).toEqual([
    "zh 您好",
    "en One",
    "en Two three",
    "en Call a nurse",
    "en Rash itchy",
  ]);
  document.body.innerHTML = "";
});

test("the words of our pages are whole messages and what stands between blanks", () => {
  const words = wordsOf({ a: "Call a nurse", b: "Floor {floor}", c: "{n, plural, one {# year} other {# years}} old" });
  expect(words.whole).toEqual(["Call a nurse"]);
  expect(words.parts.map((part) => part.trim())).toEqual(["Floor", "year", "years", "old"]);
  expect(wordsOf(en).whole).toContain("Please tell me who you are");
});

/* The whole kiosk, with the calls for sound watched. */
const played: string[] = [];

beforeEach(() => {
  played.length = 0;
  const says = (text: string) => {
    played.push(text);
    return Promise.resolve(sound(text));
  };
  vi.spyOn(hear, "line").mockImplementation((_, line, sentence, { asked }) => says(`${line}.${sentence}${asked ? " asked" : ""}`));
  vi.spyOn(hear, "page").mockImplementation((_, text) => says(text));
  vi.stubGlobal(
    "Audio",
    class {
      onended: (() => void) | null = null;
      play = () => {
        window.setTimeout(() => this.onended?.(), 1);
        return Promise.resolve();
      };
      pause = () => undefined;
    },
  );
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
});

afterEach(() => vi.restoreAllMocks());

async function speakingKiosk(unasked: boolean, parts: Partial<Session> = {}) {
  const speech = { unasked, speed: 1, volume: 0.8 };
  Object.assign(hospital, { speech });
  return kioskIn(parts);
}

afterEach(() => Object.assign(hospital, { speech: null }));

const reply = { text: "I see. Where does it hurt?", language: "en", by: null, sources: [], repeat_of: null } as const;
const line = (number: number, sentences = 2, aloud = true) => ({ ...reply, sources: [], beside: null, line: number, sentences, aloud });

test("a kiosk that was not told to speak is silent until somebody asks", async () => {
  const { user } = await speakingKiosk(false, { reply: line(7) });
  expect(played).toEqual([]);
  await user.click(button("Hear it again"));
  await waitFor(() => expect(played).toEqual(["7.0 asked", "7.1 asked"]));
});

test("where it speaks, each reply is said once, and the question where it stands apart", async () => {
  const { server } = await speakingKiosk(true, { reply: line(7), question: aQuestion({ text: "Since when?" }) });
  await waitFor(() => expect(played).toEqual(["7.0", "7.1", "Since when?"]));
  act(() => server.push({ questions_left: 3 }));
  await settled();
  expect(played).toHaveLength(3);
  act(() => server.push({ reply: line(9, 1), question: null }));
  await waitFor(() => expect(played.slice(3)).toEqual(["9.0"]));
});

test.each([
  ["interrupts", 0],
  ["nothing", 1],
])("our voice falls silent once somebody begins to speak; after %s it goes on %d times", async (told, goesOn) => {
  const ears = new FakeEars();
  const pause = vi.fn();
  const play = vi.fn(() => Promise.resolve()); // and does not end
  vi.stubGlobal(
    "Audio",
    class {
      play = play;
      pause = pause;
    },
  );
  Object.assign(hospital, { hearing: ["en"] });
  const { user } = await speakingKiosk(true, { reply: line(7), question: aQuestion() });
  await waitFor(() => expect(played).toContain("7.0"));
  await user.click(button("Speak"));
  await ears.ready();
  pause.mockClear();
  act(() => ears.socket.tell({ type: "speech" }));
  expect(pause).toHaveBeenCalledOnce();
  expect(ears.socket.sent).toContainEqual({ type: "voice", sounds: true });
  play.mockClear();
  act(() => ears.socket.tell({ type: told }));
  expect(play).toHaveBeenCalledTimes(goesOn);
  await waitFor(() => expect(ears.socket.sent.some((one) => JSON.stringify(one) === '{"type":"voice","sounds":false}')).toBe(goesOn === 0));
  Object.assign(hospital, { hearing: [] });
});

test("what is urgent is said to its end, whoever speaks", async () => {
  const ears = new FakeEars();
  const pause = vi.fn();
  vi.stubGlobal(
    "Audio",
    class {
      play = () => Promise.resolve();
      pause = pause;
    },
  );
  await speakingKiosk(true, { phase: "with_nurse", turns: 1, reply: line(7, 1) });
  await waitFor(() => expect(played).toContain("7.0"));
  const nobody = { onPartial: vi.fn(), onFinal: vi.fn(), onMore: vi.fn(), onTrouble: vi.fn() };
  const utterance = listen("s1", false, nobody);
  utterance.begin(false);
  await ears.ready();
  pause.mockClear();
  act(() => ears.socket.tell({ type: "speech" }));
  act(() => ears.socket.tell({ type: "interrupts" }));
  expect(pause).not.toHaveBeenCalled();
  utterance.cancel();
});

test("what is private is never said by itself; the question after it is", async () => {
  const { server } = await speakingKiosk(true, { reply: line(7, 1) });
  await waitFor(() => expect(played).toEqual(["7.0"]));
  act(() => server.push({ reply: line(9, 2, false), question: aQuestion() }));
  await waitFor(() => expect(played.slice(1)).toEqual(["Where does it hurt?"]));
  act(() => server.push({ phase: "private", reply: line(11) }));
  await settled();
  expect(played).toHaveLength(2);
});

test("an emergency is said at once, also where nothing else is", async () => {
  const { server } = await speakingKiosk(false, { reply: line(7) });
  act(() => server.push({ phase: "emergency" }));
  await waitFor(() => expect(played).toEqual(["Please stay where you are. A nurse is coming."]));
  act(() => server.push({ reply: line(9, 1) }));
  await waitFor(() => expect(played.slice(1)).toEqual(["9.0"]));
});

test("what a person writes is said only where every reply is", async () => {
  const { server } = await speakingKiosk(false, { phase: "with_nurse", turns: 2, reply: line(7, 1) });
  await waitFor(() => expect(played).toEqual(["7.0"]));
  act(() => server.push({ joined: "Lin", reply: { ...line(9, 1), by: "Lin" } }));
  await settled();
  expect(played).toEqual(["7.0"]);
});

test("that a nurse was called is said at once", async () => {
  const { user } = await speakingKiosk(false, { reply: line(7) });
  await user.click(button("Call a nurse"));
  await waitFor(() => expect(played).toEqual(["A nurse has been called."]));
});

test("a reply is said while it comes, and not from its beginning once it is there", async () => {
  const { server, user } = await speakingKiosk(true, { reply: line(7, 0) });
  const release = server.holdAnswer();
  await user.type(screen.getByRole("textbox"), "my knee");
  await user.click(button("Send"));
  act(() => server.saying("I see. Where does"));
  const turn = String(server.writes("/turns").at(-1)?.body.turn_id);
  await waitFor(() => expect(played).toEqual([`${turn}.0`]));
  act(() => server.push({ reply: line(9) }));
  release();
  await waitFor(() => expect(played).toEqual([`${turn}.0`, "9.1"]));
});

test("for who does not see it each page is read, and what gets the focus", async () => {
  const { user } = await speakingKiosk(false, { reply: line(7), question: aQuestion({ options: [tile("site:head", "Head")] }) });
  await user.click(button("Display"));
  await user.click(button("Read every page to me"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(played).toContain("Head"));
  played.length = 0;
  act(() => button("Head").focus());
  await waitFor(() => expect(played).toEqual(["Head"]));
  await user.click(button("Next"));
  await waitFor(() => expect(played.at(-1)).toBe("A person, please"));
  await user.click(button("Previous"));
  await user.click(button("Repeat"));
  await waitFor(() => expect(played.at(-1)).toBe("Head"));
  await user.click(button("Choose"));
});

test("the warning that nobody seems to be there is said", async () => {
  Object.assign(hospital, { idle_seconds: 0.05 });
  await speakingKiosk(true, { phase: "identity" });
  await waitFor(() => expect(played).toContain("Are you still there?"));
  Object.assign(hospital, { idle_seconds: 60 });
});

test("who waits for a nurse that was called is not asked whether they are there", async () => {
  Object.assign(hospital, { idle_seconds: 0.05 });
  const { server } = await speakingKiosk(true, { phase: "identity", nurse_called: true });
  await act(async () => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(played).not.toContain("Are you still there?");
  act(() => server.push({ joined: "Lin" }));
  await waitFor(() => expect(played).toContain("Are you still there?"));
  Object.assign(hospital, { idle_seconds: 60 });
});

test("without a voice there is nothing to press for one", async () => {
  await openKiosk();
  expect(screen.queryByRole("button", { name: "Read aloud" })).toBeNull();
});
