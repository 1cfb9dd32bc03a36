/** Sound of a browser's rate at 16 kHz: a windowed sinc, so that what cannot be held at that rate does not fold into it. */
export const RATE = 16_000;
const LOBES = 12;

export class Resampler {
  /** Samples read of those that are written as one. */
  private readonly step: number;
  private readonly reach: number;
  private kept = new Float32Array(0);
  private place: number;

  constructor(from: number) {
    this.step = from / RATE;
    this.reach = Math.ceil(LOBES * Math.max(1, this.step));
    this.place = this.reach;
  }

  take(samples: Float32Array): Float32Array {
    const whole = new Float32Array(this.kept.length + samples.length);
    whole.set(this.kept);
    whole.set(samples, this.kept.length);
    const written: number[] = [];
    for (; this.place + this.reach < whole.length; this.place += this.step) written.push(this.at(whole, this.place));
    const past = Math.max(0, Math.floor(this.place) - this.reach);
    this.kept = whole.slice(past);
    this.place -= past;
    return Float32Array.from(written);
  }

  private at(whole: Float32Array, place: number): number {
    const first = Math.floor(place) - this.reach + 1;
    const scale = Math.max(1, this.step);
    let [sum, weights] = [0, 0];
    for (let n = Math.max(0, first); n <= first + 2 * this.reach - 1 && n < whole.length; n += 1) {
      const weight = sinc((n - place) / scale) * hann((n - place) / this.reach);
      sum += (whole[n] ?? 0) * weight;
      weights += weight;
    }
    return sum / weights;
  }
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const hann = (x: number) => (Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x));

export function toPcm(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767));
}
