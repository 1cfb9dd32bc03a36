import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { FRAME, Gate, type Piece } from "../../src/kiosk/voice/gate";
import { onSpeech } from "../../src/kiosk/voice/hearing";
import { RATE, Resampler, toPcm } from "../../src/kiosk/voice/resampler";
import { FakeEars } from "./fakeEars";
import { FakeServer, aQuestion, aSession, hospital } from "./fakeServer";
import { button, openKiosk } from "./kiosk";

afterEach(() => vi.unstubAllGlobals());

const tone = (hertz: number, rate: number, seconds: number, loud = 0.5) =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_, n) => loud * Math.sin((2 * Math.PI * hertz * n) / rate));
const rms = (samples: ArrayLike<number>) =>
  Math.sqrt(Array.from(samples).reduce((sum, value) => sum + value * value, 0) / samples.length);

describe("sound at 16 kHz", () => {
  test.each([44_100, 48_000, 16_000])("a tone of %d Hz's rate keeps its length, pitch and strength", (rate) => {
    const resampler = new Resampler(rate);
    const given = tone(1000, rate, 1);
    const written: number[] = [];
    for (let at = 0; at < given.length; at += 128) written.push(...resampler.take(given.slice(at, at + 128)));
    expect(Math.abs(written.length - RATE)).toBeLessThan(60);
    const inner = written.slice(200, -200);
    expect(rms(inner)).toBeCloseTo(0.5 / Math.SQRT2, 2);
    const crossings = inner.filter((value, n) => value >= 0 && (inner[n - 1] ?? 0) < 0).length;
    expect(Math.abs(crossings - (1000 * inner.length) / RATE)).toBeLessThan(2);
  });

  test("what it cannot hold does not fold into it", () => {
    const written = new Resampler(48_000).take(tone(12_000, 48_000, 0.5));
    expect(rms(written.slice(100))).toBeLessThan(0.01);
  });

  test("it is cut off where it is too loud", () => {
    expect([...toPcm(Float32Array.from([2, -2, 0]))]).toEqual([32_767, -32_767, 0]);
  });
});

describe("the gate", () => {
  const frame = (loud: number) => toPcm(tone(300, RATE, FRAME / RATE, loud));
  const through = (louds: number[]) => {
    const gate = new Gate();
    return louds.flatMap((loud) => gate.take(frame(loud)));
  };
  const sounds = (pieces: Piece[]) => pieces.filter(({ kind }) => kind === "sound").length;
  const quiet = (pieces: Piece[]) => pieces.reduce((ms, piece) => ms + (piece.kind === "quiet" ? piece.ms : 0), 0);

  test("silence does not leave the browser, only how long it lasted", () => {
    const pieces = through(Array<number>(30).fill(0.0005));
    expect(sounds(pieces)).toBe(0);
    expect(quiet(pieces)).toBe(32 * (30 - 16));
  });

  test("speech does, with half a second before it and a pause within it", () => {
    const room = Array<number>(20).fill(0.001);
    const pieces = through([...room, 0.2, 0.2, 0.001, 0.001, 0.001, 0.2, ...Array<number>(30).fill(0.001)]);
    expect(sounds(pieces)).toBe(16 + 6 + 24);
    expect(quiet(pieces)).toBe(32 * (20 - 16));
  });

  test("a loud room is soon its silence", () => {
    const pieces = through(Array<number>(400).fill(0.02));
    expect(pieces.slice(-50).every(({ kind }) => kind === "quiet")).toBe(true);
  });
});

async function listening(parts: Partial<typeof hospital> = {}, ears = new FakeEars()) {
  const server = new FakeServer();
  server.hospital = { ...hospital, hearing: ["en"], ...parts };
  server.session = aSession({ question: aQuestion() });
  sessionStorage.setItem("frontdesk.session", "s1");
  const { user } = await openKiosk(server);
  await act(async () => new Promise((resolve) => setTimeout(resolve, 30)));
  return { server, ears, user };
}

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const turns = (server: FakeServer) => server.calls.filter(({ path }) => path.endsWith("/turns")).map(({ body }) => body);
const loud: Piece = { kind: "sound", pcm: Int16Array.from([1, -1, 300]) };

describe("speaking into the box", () => {
  test("no microphone is offered in a language that the server does not hear", async () => {
    await listening({ hearing: ["zh"] });
    expect(screen.queryByRole("button", { name: "Speak" })).toBeNull();
  });

  test("words stand in the box while they are spoken, can be changed, and count once they are sent", async () => {
    const { server, ears, user } = await listening();
    const began = vi.fn();
    const stop = onSpeech(began);
    await user.click(button("Speak"));
    await ears.ready();
    expect(ears.socket.url.pathname).toBe("/api/sessions/s1/listening");
    expect(ears.socket.sent).toEqual([{ type: "begin", hold: false, assisted: false }]);
    ears.says(loud, { kind: "quiet", ms: 300 }, { kind: "quiet", ms: 200 });
    expect(ears.socket.sent.slice(1)).toEqual([Int16Array.from([1, -1, 300]).buffer, { type: "quiet", ms: 500 }]);
    act(() => ears.socket.tell({ type: "speech" }));
    expect(began).toHaveBeenCalledOnce();
    stop();
    act(() => ears.socket.tell({ type: "partial", text: "my bed" }));
    expect(box().value).toBe("my bed");
    expect(box().readOnly).toBe(true);
    ears.hears({ text: "my bed hurts", confidence: 0.7 });
    expect(ears.stopped).toBe(1);
    expect(turns(server)).toEqual([]);
    await user.clear(box());
    await user.type(box(), "my head hurts");
    await user.click(button("Send"));
    expect(turns(server)).toMatchObject([{ text: "my head hurts", means: "spoken", heard: "my bed hurts", confidence: 0.7 }]);
  });

  test("a second tap says that it is over", async () => {
    const { ears, user } = await listening();
    await user.click(button("Speak"));
    await ears.ready();
    ears.says(loud, { kind: "quiet", ms: 100 });
    await user.click(button("I have finished"));
    expect(ears.socket.sent.slice(2)).toEqual([{ type: "quiet", ms: 100 }, { type: "end" }]);
  });

  test("held down, it listens until it is let go", async () => {
    const { ears, user } = await listening();
    await user.pointer({ keys: "[MouseLeft>]", target: button("Speak") });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 600)));
    await ears.ready();
    expect(ears.socket.sent).toEqual([{ type: "begin", hold: true, assisted: false }]);
    await user.pointer({ keys: "[/MouseLeft]", target: button("I have finished") });
    expect(ears.socket.sent.at(-1)).toEqual({ type: "end" });
  });

  test("what may have been misheard is asked, and said again or sent", async () => {
    const { server, ears, user } = await listening({ hearing_sends_after: 0.05 });
    await user.click(button("Speak"));
    await ears.ready();
    ears.hears({ text: "I take aspen", confirm: "medicine" });
    expect(screen.getByText("Did I hear that right?")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(turns(server)).toEqual([]);
    await user.click(button("No, I will say it again"));
    expect(box().value).toBe("");
    await user.click(button("Speak"));
    await ears.ready();
    ears.hears({ text: "I take aspirin", confirm: "medicine" });
    await user.click(button("Yes, send it"));
    expect(turns(server)).toMatchObject([{ text: "I take aspirin", means: "spoken" }]);
  });

  test("words are sent by themselves where the hospital wants that, unless they are changed", async () => {
    const { server, ears, user } = await listening({ hearing_sends_after: 0.2 });
    await user.click(button("Speak"));
    await ears.ready();
    ears.hears({ text: "my hat" });
    await user.type(box(), "s");
    await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(turns(server)).toEqual([]);
    await user.clear(box());
    await user.click(button("Speak"));
    await ears.ready();
    ears.hears({ text: "my head hurts" });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(turns(server)).toMatchObject([{ text: "my head hurts" }]);
  });

  test("words of danger are with the server already", async () => {
    const { server, ears, user } = await listening();
    await user.click(button("Speak"));
    await ears.ready();
    ears.hears({ text: "I can't breathe", taken: true });
    expect(screen.queryByDisplayValue(/breathe/)).toBeNull();
    expect(turns(server)).toEqual([]);
  });

  test("who goes on after words that were sent is heard on the next page, and nobody's going on is no trouble", async () => {
    const { server, ears, user } = await listening({ hearing_sends_after: 0.05 });
    await user.click(button("Speak"));
    await ears.ready();
    ears.hears({ text: "my head hurts", more: true });
    expect(button("Speak")).toBeTruthy();
    server.session = aSession({ question: aQuestion({ key: "since", text: "Since when?" }), sequence: 9, turns: 1 });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 150)));
    expect(turns(server)).toMatchObject([{ text: "my head hurts" }]);
    expect(screen.getByText("Since when?")).toBeTruthy();
    expect(ears.socket.closed).toBe(false);
    act(() => ears.socket.tell({ type: "interrupts" }));
    act(() => ears.socket.tell({ type: "partial", text: "since" }));
    expect(box().value).toBe("since");
    ears.hears({ text: "since yesterday", more: true, goes_on: true });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 150)));
    expect(turns(server)[1]).toMatchObject({ text: "since yesterday", heard: "since yesterday", goes_on: true });
    ears.socket.breaks(1000);
    expect(screen.queryByText(/I heard no words|microphone/)).toBeNull();
  });

  test("who goes on before the words are sent says one thing", async () => {
    const { server, ears, user } = await listening({ hearing_sends_after: 0.2 });
    await user.click(button("Speak"));
    await ears.ready();
    ears.hears({ text: "my head hurts", more: true });
    act(() => ears.socket.tell({ type: "interrupts" }));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(turns(server)).toEqual([]);
    ears.hears({ text: "since yesterday", goes_on: true });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
    const whole = "my head hurts since yesterday";
    expect(turns(server)).toMatchObject([{ text: whole, heard: whole, goes_on: false }]);
  });

  test("nothing heard is said, and typing goes on", async () => {
    const { ears, user } = await listening();
    await user.click(button("Speak"));
    await ears.ready();
    ears.hears({ text: "" });
    expect(screen.getByText("I heard no words. Please say it again, or type.")).toBeTruthy();
  });

  test("a recogniser that dies loses no words: they are asked about", async () => {
    const { ears, user } = await listening();
    await user.click(button("Speak"));
    await ears.ready();
    act(() => ears.socket.tell({ type: "partial", text: "my head" }));
    ears.socket.breaks(4500);
    expect(box().value).toBe("my head");
    expect(button("Yes, send it")).toBeTruthy();
    expect(button("Speak")).toBeTruthy();
  });

  test.each([{ permitted: false }, { secure: false }])("without a microphone it is said once, and touch goes on", async (fault) => {
    const { ears, user } = await listening({}, new FakeEars(fault));
    await user.click(button("Speak"));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.getByText("There is no microphone now. Please tap or type.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Speak" })).toBeNull();
    expect(ears.socket.closed).toBe(true);
    await user.click(button("Type my own words"));
    await user.type(box(), "my head");
    await user.click(button("Send"));
    expect(screen.queryByText("There is no microphone now. Please tap or type.")).toBeNull();
  });

  test("who speaks is there", async () => {
    const { ears, user } = await listening({ idle_seconds: 0.3, warning_seconds: 30 });
    await user.click(button("Speak"));
    await ears.ready();
    for (const text of ["it", "it began", "it began when", "it began when I"]) {
      await act(async () => new Promise((resolve) => setTimeout(resolve, 150)));
      act(() => ears.socket.tell({ type: "partial", text }));
    }
    expect(screen.queryByText("Are you still there?")).toBeNull();
    await act(async () => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(screen.getByText("Are you still there?")).toBeTruthy();
  });

  test("a page that goes closes the microphone", async () => {
    const { server, ears, user } = await listening();
    await user.click(button("Speak"));
    await ears.ready();
    server.session = aSession({ phase: "emergency", sequence: 9 });
    await user.click(button("Call a nurse"));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 30)));
    expect(ears.socket.closed).toBe(true);
    expect(ears.stopped).toBe(1);
  });
});
