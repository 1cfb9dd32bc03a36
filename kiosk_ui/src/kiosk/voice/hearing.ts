/** One utterance: the microphone's sound to the server, its words back. Nothing of the sound is kept. */
import type { Piece } from "./gate";
import { NoMicrophone, openMicrophone, type Microphone, type OpenMicrophone } from "./microphone";

/** Words as the server heard them. `confirm`: what in them may have been misheard, and is asked before it counts. */
export interface Heard {
  text: string;
  confidence: number | null;
  confirm: "doubtful" | "name" | "medicine" | "number" | null;
  /** They are of danger, and the server has taken them already. */
  taken: boolean;
}

/** `none`: no microphone, permission, secure origin or recogniser; `broken`: it was there and is not now. */
export type Trouble = "none" | "broken";

type Told =
  | { type: "ready" }
  | { type: "speech" }
  | { type: "partial"; text: string }
  | ({ type: "final" } & Heard);

export interface Listeners {
  onPartial: (text: string) => void;
  onFinal: (heard: Heard) => void;
  /** It ended without final words. */
  onTrouble: (trouble: Trouble) => void;
}

export interface Utterance {
  /** Whether it lasts while a button is held; sound is kept back until that is known. */
  begin: (hold: boolean) => void;
  /** No more is said: the words are wanted. */
  end: () => void;
  /** Nobody wants them. */
  cancel: () => void;
}

/** Told whenever somebody begins to speak: our own voice stops then. Returns how to stop being told. */
export const onSpeech = (listener: () => void) => among(spoken, listener);
/** Told of every word: somebody is there. Returns how to stop being told. */
export const onWords = (listener: () => void) => among(words, listener);

const spoken = new Set<() => void>();
const words = new Set<() => void>();
function among(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server has no recogniser: another try would change nothing. */
const NO_RECOGNISER = 4503;
const QUIET_MS = 500;
/** Pieces that may wait for the connection: five seconds. */
const WAITING = 50;

export function listen(
  sessionId: string,
  assisted: boolean,
  { onPartial, onFinal, onTrouble }: Listeners,
  open: OpenMicrophone = openMicrophone,
): Utterance {
  let microphone: Microphone | null = null;
  let over = false;
  let held: boolean | null = null;
  let [begun, ready, ended] = [false, false, false];
  let quiet = 0;
  const waiting: Piece[] = [];
  const address = new URL(`/api/sessions/${encodeURIComponent(sessionId)}/listening`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  const tell = (message: object) => socket.send(JSON.stringify(message));

  const close = () => {
    over = true;
    microphone?.close();
    socket.close();
  };
  const fail = (trouble: Trouble) => {
    if (over) return;
    close();
    onTrouble(trouble);
  };
  const begin = () => {
    if (begun || held === null || socket.readyState !== WebSocket.OPEN) return;
    begun = true;
    tell({ type: "begin", hold: held, assisted });
  };
  const tellQuiet = () => {
    if (quiet > 0) tell({ type: "quiet", ms: quiet });
    quiet = 0;
  };
  const send = (piece: Piece) => {
    if (piece.kind === "quiet") {
      quiet += piece.ms;
      if (quiet >= QUIET_MS) tellQuiet();
      return;
    }
    tellQuiet();
    socket.send(piece.pcm.slice().buffer);
  };
  const flush = () => {
    if (!ready) return;
    waiting.splice(0).forEach(send);
    if (!ended) return;
    tellQuiet();
    tell({ type: "end" });
  };

  socket.onopen = begin;
  socket.onclose = ({ code }) => fail(code === NO_RECOGNISER ? "none" : "broken");
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(String(data)) as Told;
    if (told.type !== "ready") words.forEach((listener) => listener());
    switch (told.type) {
      case "ready":
        ready = true;
        flush();
        break;
      case "speech":
        spoken.forEach((listener) => listener());
        break;
      case "partial":
        onPartial(told.text);
        break;
      case "final":
        close();
        onFinal(told);
    }
  };
  const onPiece = (piece: Piece) => {
    if (over || ended) return;
    waiting.push(piece);
    if (waiting.length > WAITING) waiting.shift();
    flush();
  };
  open(onPiece).then(
    (opened) => {
      microphone = opened;
      if (over) opened.close();
    },
    (error: unknown) => fail(error instanceof NoMicrophone ? "none" : "broken"),
  );

  return {
    begin: (hold) => {
      held = hold;
      begin();
    },
    end: () => {
      if (ended) return;
      ended = true;
      microphone?.close();
      flush();
    },
    cancel: close,
  };
}
