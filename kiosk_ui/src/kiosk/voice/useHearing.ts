/** Speaking instead of typing, for a box of words: whether it is offered, what is heard, what became of it. */
import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { Language } from "../../api/kiosk";
import { listen, type Heard, type Listeners, type Trouble, type Utterance } from "./hearing";

/** Longer is held, shorter is tapped. */
const HELD_MS = 500;

export interface Ears {
  sessionId: string;
  /** The languages that the server can hear. */
  languages: readonly Language[];
  /** Seconds after which words are sent by themselves; 0: by a press. */
  sendsAfter: number;
  assisted: boolean;
  /** There turned out to be no microphone or recogniser: it is offered no more. */
  onNone: () => void;
}

/** Who may go on although their page has gone: the next page's box hears them. */
let left: { sessionId: string; utterance: Utterance } | null = null;

/** Null where nobody listens. */
export const EarsContext = createContext<Ears | null>(null);

export interface Hearing {
  offered: boolean;
  listening: boolean;
  /** The words so far. */
  caption: string;
  trouble: Trouble | "nothing" | null;
  sendsAfter: number;
  /** What went wrong has been read. */
  settle: () => void;
  /** The button goes down: listening begins, or what is said is over. */
  press: () => void;
  /** It is let go: what was said while it was held is over. */
  release: () => void;
}

export function useHearing(language: Language, onHeard: (heard: Heard) => void): Hearing {
  const ears = useContext(EarsContext);
  const [caption, setCaption] = useState("");
  const [listening, setListening] = useState(false);
  const [trouble, setTrouble] = useState<Hearing["trouble"]>(null);
  const utterance = useRef<Utterance | null>(null);
  const holding = useRef<number | null>(null);
  const heard = useRef(onHeard);
  useEffect(() => {
    heard.current = onHeard;
  });
  const words = useRef("");
  const sessionId = ears?.sessionId;

  const over = (after: Hearing["trouble"]) => {
    utterance.current = null;
    setListening(false);
    setTrouble(after);
  };
  const show = (text: string) => {
    words.current = text;
    setCaption(text);
  };
  const listeners: Listeners = {
    onPartial: show,
    onMore: () => setListening(true),
    onFinal: (final) => {
      if (final.more) setListening(false);
      else over(final.text === "" ? "nothing" : null);
      show("");
      if (final.text !== "") heard.current(final);
    },
    onTrouble: (what) => {
      const lost = words.current;
      over(what === "broken" && lost === "" ? "nothing" : what);
      show("");
      // What was heard so far is not lost; whether it is right is asked.
      if (lost !== "") heard.current({ text: lost, confidence: null, confirm: "doubtful", taken: false, more: false, goes_on: false });
      if (what === "none") ears?.onNone();
    },
  };
  const current = useRef(listeners);
  useEffect(() => {
    current.current = listeners;
  });
  useEffect(() => {
    const mine: Listeners = {
      onPartial: (text) => current.current.onPartial(text),
      onMore: () => current.current.onMore(),
      onFinal: (final) => current.current.onFinal(final),
      onTrouble: (what) => current.current.onTrouble(what),
    };
    if (left?.sessionId === sessionId && left?.utterance.goesOn()) {
      utterance.current = left.utterance;
      utterance.current.onto(mine);
    }
    left = null;
    return () => {
      if (holding.current !== null) window.clearTimeout(holding.current);
      const last = utterance.current;
      utterance.current = null;
      if (last?.goesOn() && sessionId !== undefined) left = { sessionId, utterance: last };
      else last?.cancel();
    };
  }, [sessionId]);

  const start = (id: string, assisted: boolean) => {
    show("");
    setTrouble(null);
    setListening(true);
    const mine = listen(id, assisted, current.current);
    utterance.current = mine;
    holding.current = window.setTimeout(() => {
      holding.current = null;
      mine.begin(true);
    }, HELD_MS);
  };
  const held = useRef(false);

  return {
    offered: ears?.languages.includes(language) === true,
    listening,
    caption,
    trouble,
    sendsAfter: ears?.sendsAfter ?? 0,
    settle: () => setTrouble(null),
    press: () => {
      if (utterance.current !== null && listening) {
        held.current = false;
        utterance.current.end();
      } else if (ears) {
        utterance.current?.cancel();
        held.current = true;
        start(ears.sessionId, ears.assisted);
      }
    },
    release: () => {
      if (!held.current) return;
      held.current = false;
      if (holding.current === null) {
        utterance.current?.end();
        return;
      }
      window.clearTimeout(holding.current);
      holding.current = null;
      utterance.current?.begin(false);
    },
  };
}
