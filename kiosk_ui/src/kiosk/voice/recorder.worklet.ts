/** In the audio thread: the microphone's sound at 16 kHz, in frames of 32 ms, through the gate. */
import { FRAME, Gate } from "./gate";
import { Resampler, toPcm } from "./resampler";

declare const sampleRate: number;
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void;
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}

class Recorder extends AudioWorkletProcessor {
  private readonly resampler = new Resampler(sampleRate);
  private readonly gate = new Gate();
  private rest: number[] = [];

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0];
    if (channel) this.rest.push(...toPcm(this.resampler.take(channel)));
    while (this.rest.length >= FRAME)
      for (const piece of this.gate.take(Int16Array.from(this.rest.splice(0, FRAME)))) this.port.postMessage(piece);
    return true;
  }
}

registerProcessor("recorder", Recorder);
