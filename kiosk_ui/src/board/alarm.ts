/** The one sound of the board: two soft notes, repeated calmly until a level A is acknowledged. */
import { useCallback, useEffect, useRef, useState } from "react";

const NOTES_HZ = [660, 523.25];
const NOTE_S = 0.32;
const LOUDNESS = 0.25;
const REPEAT_MS = 4_000;

export function ring(context: AudioContext): void {
  NOTES_HZ.forEach((pitch, place) => {
    const starts = context.currentTime + place * NOTE_S;
    const tone = context.createOscillator();
    const swell = context.createGain();
    tone.frequency.value = pitch;
    swell.gain.setValueAtTime(0, starts);
    swell.gain.linearRampToValueAtTime(LOUDNESS, starts + 0.03);
    swell.gain.exponentialRampToValueAtTime(0.001, starts + NOTE_S * 1.6);
    tone.connect(swell).connect(context.destination);
    tone.start(starts);
    tone.stop(starts + NOTE_S * 1.7);
  });
}

/**
 * A browser gives no sound before somebody pressed something; until then `on` is false and the board asks for it.
 * There is no way to turn it off again: only acknowledging an alert, with a reason, makes it quiet.
 */
export function useAlarm(ringing: boolean): { on: boolean; turnOn: () => void } {
  const context = useRef<AudioContext | null>(null);
  const [on, setOn] = useState(false);

  useEffect(() => {
    const made = new AudioContext();
    context.current = made;
    const heard = () => setOn(made.state === "running");
    const wake = () => void made.resume().then(heard, () => undefined);
    heard();
    made.addEventListener("statechange", heard);
    document.addEventListener("pointerdown", wake);
    document.addEventListener("keydown", wake);
    return () => {
      document.removeEventListener("pointerdown", wake);
      document.removeEventListener("keydown", wake);
      made.removeEventListener("statechange", heard);
      void made.close();
    };
  }, []);

  useEffect(() => {
    if (!ringing || !on) return;
    const sound = () => context.current && ring(context.current);
    sound();
    const timer = window.setInterval(sound, REPEAT_MS);
    return () => window.clearInterval(timer);
  }, [ringing, on]);

  const turnOn = useCallback(() => {
    const made = context.current;
    if (!made) return;
    void made.resume().then(() => ring(made));
  }, []);

  return { on, turnOn };
}
