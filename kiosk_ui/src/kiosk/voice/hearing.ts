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
  /** Who said them may go on, and is heard. */
  more: boolean;
  /** They are the rest of the words before them: a pause was taken for the end. */
  goes_on: boolean;
}

/** `none`: no microphone, permission, secure origin or recogniser; `broken`: it was there and is not now. */
export type Trouble = "none" | "broken";

type Told =
  | { type: "ready" }
  | { type: "speech" }
  | { type: "interrupts" }
  | { type: "nothing" }
  | { type: "partial"; text: string }
  | ({ type: "final" } & Heard);

export interface Listeners {
  onPartial: (text: string) => void;
  onFinal: (heard: Heard) => void;
  /** Who seemed to be at an end goes on. */
  onMore: () => void;
  /** It ended without final words; null: nobody went on. */
  onTrouble: (trouble: Trouble | null) => void;
}

export interface Utterance {
  /** Whether it lasts while a button is held; sound is kept back until that is known. */
  begin: (hold: boolean) => void;
  /** No more is said: the words are wanted. */
  end: () => void;
  /** Nobody wants them. */
  cancel: () => void;
  /** The final words are there, and who said them may go on. */
  goesOn: () => boolean;
  /** Another page listens from now on. */
  onto: (listeners: Listeners) => void;
}

/** Somebody begins to speak, perhaps; it is said to us; it was not, or it is over. */
export type Spoken = "begins" | "interrupts" | "over";
/** Told of it: our own voice falls silent, stops, or goes on. Returns how to stop being told. */
export const onSpeech = (listener: (spoken: Spoken) => void) => among(speakers, listener);
/** Told of every word: somebody is there. Returns how to stop being told. */
export const onWords = (listener: () => void) => among(words, listener);
/** Our own voice can be heard from now on, or no more: what is heard over it is judged by other rules. */
export function setVoice(sounds: boolean) {
  voiceSounds = sounds;
  voices.forEach((listener) => listener());
}

const speakers = new Set<(spoken: Spoken) => void>();
const words = new Set<() => void>();
const voices = new Set<() => void>();
let voiceSounds = false;
function among<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server has no recogniser: another try would change nothing. */
const NO_RECOGNISER = 4503;
const QUIET_MS = 500;
/** Pieces that may wait for the connection: five seconds. */
const WAITING = 156;

export function listen(
  sessionId: string,
  assisted: boolean,
  first: Listeners,
  open: OpenMicrophone = openMicrophone,
): Utterance {
  let microphone: Microphone | null = null;
  let listeners = first;
  let [over, goesOn, speaks] = [false, false, false];
  let held: boolean | null = null;
  let [begun, ready, ended] = [false, false, false];
  let quiet = 0;
  const waiting: Piece[] = [];
  const address = new URL(`/api/sessions/${encodeURIComponent(sessionId)}/listening`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  const tell = (message: object) => socket.send(JSON.stringify(message));

  const speech = (told: Spoken) => {
    speaks = told !== "over";
    speakers.forEach((listener) => listener(told));
  };
  const close = () => {
    over = true;
    leaveVoice();
    microphone?.close();
    socket.close();
    speech("over");
  };
  const fail = (trouble: Trouble) => {
    if (over) return;
    const nobody = goesOn && !speaks;
    close();
    listeners.onTrouble(nobody ? null : trouble);
  };
  const tellVoice = () => ready && tell({ type: "voice", sounds: voiceSounds });
  const leaveVoice = among(voices, tellVoice);
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
        if (voiceSounds) tellVoice();
        flush();
        break;
      case "speech":
        speech("begins");
        break;
      case "interrupts":
        if (goesOn) listeners.onMore();
        speech("interrupts");
        break;
      case "nothing":
        speech("over");
        break;
      case "partial":
        listeners.onPartial(told.text);
        break;
      case "final":
        goesOn = told.more;
        if (goesOn) speech("over");
        else close();
        listeners.onFinal(told);
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
    goesOn: () => goesOn && !over,
    onto: (others) => (listeners = others),
  };
}
