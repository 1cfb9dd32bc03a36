/** What is no louder than the room does not leave the browser; whether it is speech, the server's detector judges. */
import { RATE } from "./resampler";

/** Samples: 32 ms, which the server's detector judges at once: nothing is waited for before speech is noticed. */
export const FRAME = 512;
const FRAME_MS = (1000 * FRAME) / RATE;
/** Frames kept from before it opens: a soft first sound. */
const BEFORE = 16;
/** Frames it stays open after the last that was loud. */
const AFTER = 25;
const ABOVE_DB = 8;
const FAINTEST_DB = -55;
/** How fast the room's level is followed upwards, in dB a frame: a talk of half a minute is not taken for it. */
const RISES_DB = 0.016;

export type Piece = { kind: "sound"; pcm: Int16Array } | { kind: "quiet"; ms: number };

export class Gate {
  private readonly before: Int16Array[] = [];
  private room = 0;
  private left = 0;

  take(frame: Int16Array): Piece[] {
    const level = decibels(frame);
    this.room = Math.min(this.room + RISES_DB, Math.max(level, -90));
    if (level > Math.max(this.room + ABOVE_DB, FAINTEST_DB)) this.left = AFTER;
    else if (this.left > 0) this.left -= 1;
    this.before.push(frame);
    if (this.left > 0) return this.before.splice(0).map((pcm) => ({ kind: "sound", pcm }));
    if (this.before.length <= BEFORE) return [];
    this.before.shift();
    return [{ kind: "quiet", ms: FRAME_MS }];
  }
}

/** Of full scale. */
export function decibels(frame: Int16Array): number {
  const power = frame.reduce((sum, value) => sum + value * value, 0) / Math.max(frame.length, 1);
  return 10 * Math.log10(power / 32_768 ** 2 + 1e-12);
}
