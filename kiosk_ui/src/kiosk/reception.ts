/** The conversation as the kiosk holds it: what it shows, and how each thing that happens changes that. */
import type { Hospital, Language, Session, Slip } from "../api/kiosk";

/** How long nobody has answered: not at all, a moment, or so long that the desk is the better way. */
export type Silence = "none" | "brief" | "long";

export interface Line {
  key: number;
  by: string | null;
  mine: boolean;
  text: string;
}

export interface Saying {
  turn: string;
  sentences: number;
}

export interface State {
  hospital: Hospital | null;
  session: Session | null;
  language: Language;
  /** Somebody chose it; until then what is for everybody stands in both. */
  chosen: boolean;
  /** A person was asked for here: the page that says so is shown. */
  calling: boolean;
  /** The patient's words on their way to the server. */
  said: string | null;
  /** It stands on the tiles that were tapped. */
  saidByTap: boolean;
  waiting: boolean;
  /** The answer as far as it has been said; null when none is on its way. */
  words: string | null;
  /** Whose answer these words are, and how many whole sentences. */
  saying: Saying | null;
  silence: Silence;
  streamLost: boolean;
  /** Code of the last refusal: an entry under `problem.` in the catalogue. */
  problem: string | null;
  slip: Slip | null;
  /** Nobody answers, and the words are of danger or a person was called: what the hospital says to do then. */
  alone: boolean;
  /** What was said since a person joined; the server's view holds the last line only. */
  lines: readonly Line[];
}

export type Happening =
  | { kind: "hospital"; hospital: Hospital }
  | { kind: "language"; language: Language }
  | { kind: "calling"; calling: boolean }
  | { kind: "sending"; said: string | null; byTap: boolean }
  | { kind: "lost"; tries: number }
  | { kind: "alone"; alone: boolean }
  | { kind: "words"; text: string; turn: string; sentences: number }
  /** A view of the session, from the stream or as the answer to what was sent. */
  | { kind: "view"; session: Session; answers: boolean }
  | { kind: "refused"; problem: string | null }
  | { kind: "stream"; there: boolean }
  | { kind: "slip"; slip: Slip | null }
  | { kind: "over"; problem: string | null };

export const beginning: State = {
  hospital: null,
  session: null,
  language: "zh",
  chosen: false,
  calling: false,
  said: null,
  saidByTap: false,
  waiting: false,
  words: null,
  saying: null,
  silence: "none",
  streamLost: false,
  problem: null,
  slip: null,
  alone: false,
  lines: [],
};

/** A nurse was called, or knows and is on her way. */
export function isAwaited({ joined, nurse_called, alert }: Session): boolean {
  return joined === null && (nurse_called || alert?.acknowledged_by != null);
}

const LONG_TRIES = 5;
const LINES_KEPT = 8;

export function after(state: State, event: Happening): State {
  switch (event.kind) {
    case "hospital":
      return { ...state, hospital: event.hospital, silence: "none" };
    case "language":
      return { ...state, language: event.language, chosen: true };
    case "calling":
      return { ...state, calling: event.calling };
    case "sending":
      return { ...state, said: event.said, saidByTap: event.byTap, waiting: true, words: null, saying: null, problem: null };
    case "lost":
      return { ...state, silence: event.tries < LONG_TRIES ? "brief" : "long" };
    case "alone":
      return { ...state, alone: event.alone };
    case "words":
      return state.waiting && event.text !== ""
        ? { ...state, words: event.text, saying: { turn: event.turn, sentences: event.sentences } }
        : state;
    case "view":
      return seen(event.answers ? settled(state) : state, event.session);
    case "refused":
      return { ...settled(state), problem: event.problem };
    case "stream":
      return { ...state, streamLost: !event.there };
    case "slip":
      return { ...settled(state), slip: event.slip };
    case "over":
      return { ...beginning, hospital: state.hospital, problem: event.problem };
  }
}

function settled(state: State): State {
  return { ...state, said: null, waiting: false, words: null, saying: null, silence: "none", problem: null, alone: false };
}

/** The server's newest view; an older one (a stream overtaken by an answer) changes nothing. */
function seen(state: State, session: Session): State {
  const known = state.session?.session_id === session.session_id ? state.session : null;
  if (known && session.sequence < known.sequence) return state;
  return {
    ...state,
    session,
    language: session.language,
    lines: session.joined === null ? [] : withNews(state.lines, known, session),
  };
}

function withNews(lines: readonly Line[], known: Session | null, now: Session): readonly Line[] {
  const next: Line[] = [...lines];
  const key = (offset: number) => now.sequence * 2 + offset;
  if (now.said !== null && (now.turns !== known?.turns || lines.length === 0))
    next.push({ key: key(0), by: null, mine: true, text: now.said });
  const heard = known?.reply;
  if (now.reply && (lines.length === 0 || now.reply.text !== heard?.text || now.reply.by !== heard.by))
    next.push({ key: key(1), by: now.reply.by, mine: false, text: now.reply.text });
  return next.slice(-LINES_KEPT);
}
