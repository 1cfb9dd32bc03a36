/** The kiosk's microphone, with the echo of our own voice taken out by the browser. */
import type { Piece } from "./gate";
import recorder from "./recorder.worklet.ts?worker&url";

export interface Microphone {
  close: () => void;
}

/** There is none, it is not permitted, or the page is not from a secure origin. */
export class NoMicrophone extends Error {}

export type OpenMicrophone = (onPiece: (piece: Piece) => void) => Promise<Microphone>;

/** Raises NoMicrophone. */
export const openMicrophone: OpenMicrophone = async (onPiece) => {
  const stream = await permitted();
  const context = new AudioContext();
  const close = () => {
    stream.getTracks().forEach((track) => track.stop());
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(recorder);
    const node = new AudioWorkletNode(context, "recorder", { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }: MessageEvent<Piece>) => onPiece(data);
    context.createMediaStreamSource(stream).connect(node);
    await context.resume();
  } catch (error) {
    close();
    throw new NoMicrophone(String(error));
  }
  return { close };
};

async function permitted(): Promise<MediaStream> {
  // What the types do not say: without a secure origin there is no `mediaDevices`.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new NoMicrophone("not a secure origin");
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  return devices.getUserMedia({ audio }).catch((error: unknown) => {
    throw new NoMicrophone(String(error));
  });
}
