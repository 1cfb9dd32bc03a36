/** The kiosk's voice, held for the pages: what is said by itself, what somebody asks to hear, and how. */
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Session } from "../../api/kiosk";
import { hear } from "../../api/sound";
import { catalogues } from "../parts/catalogues";
import { LANGUAGES } from "../parts/InBoth";
import type { Reception } from "../useReception";
import { onSpeech, setVoice } from "./hearing";
import { dialogue, readable, type Spoken } from "./readable";
import { speaking, type Piece, type Trouble } from "./speaking";

export type Speed = "slower" | "normal" | "faster";
export type Volume = "quieter" | "medium" | "louder";

const SPEEDS: Record<Speed, number> = { slower: 0.8, normal: 1, faster: 1.25 }; // as `frontdesk speech warm --speeds`
const VOLUMES: Record<Volume, number> = { quieter: 0.5, medium: 1, louder: 2 };

export interface Speech {
  /** The server can speak. */
  there: boolean;
  /** Every reply is said, and not only what is asked for. */
  on: boolean;
  speed: Speed;
  volume: Volume;
  /** Each page and whatever gets the focus is read, for who does not see it. */
  readAloud: boolean;
  speaking: boolean;
  trouble: Trouble | null;
  setOn: (on: boolean) => void;
  setSpeed: (speed: Speed) => void;
  setVolume: (volume: Volume) => void;
  setReadAloud: (readAloud: boolean) => void;
  /** The nurse's last line and the question. */
  sayAgain: () => void;
  /** Everything on the page. */
  readPage: () => void;
  /** Cuts short what is being said. */
  read: (spoken: readonly Spoken[]) => void;
  stop: () => void;
  /** As this kiosk stands for the next person. */
  reset: () => void;
}

const nothing = () => undefined;
const SILENT: Speech = {
  there: false,
  on: false,
  speed: "normal",
  volume: "medium",
  readAloud: false,
  speaking: false,
  trouble: null,
  setOn: nothing,
  setSpeed: nothing,
  setVolume: nothing,
  setReadAloud: nothing,
  sayAgain: nothing,
  readPage: nothing,
  read: nothing,
  stop: nothing,
  reset: nothing,
};
const Voice = createContext(SILENT);

export const useSpeech = () => useContext(Voice);

export function SpeechOf({ reception, children }: { reception: Reception; children: ReactNode }) {
  return <Voice value={useVoice(reception)}>{children}</Voice>;
}

function useVoice(reception: Reception): Speech {
  const { hospital, session } = reception;
  const how = hospital?.speech ?? null;
  const [player] = useState(() => speaking());
  const standing = useSyncExternalStore(player.subscribe, player.read);
  const [chosen, setOn] = useState<boolean | null>(null);
  const [speed, setSpeed] = useState<Speed>("normal");
  const [volume, setVolume] = useState<Volume>("medium");
  const [readAloud, setReadAloud] = useState(false);
  const there = how !== null;
  const on = there && (chosen ?? how.unasked);
  const rate = Math.round(Math.min(2, Math.max(0.5, (how?.speed ?? 1) * SPEEDS[speed])) * 100) / 100;

  useEffect(() => {
    player.setVolume(Math.min(1, (how?.volume ?? 1) * VOLUMES[volume]));
  }, [player, how, volume]);

  useEffect(() => setVoice(standing.speaking), [standing.speaking]);

  const id = session?.session_id ?? null;
  const page = ({ text, language }: Spoken): Piece => () => hear.page(id, text, language, rate);
  const line = (asked: boolean): Line => (of, number) => () => hear.line(id ?? "", of, number, { speed: rate, asked });
  const read = (spoken: readonly Spoken[]) => {
    player.stop();
    if (there) player.add(spoken.map(page));
  };
  useOwnAccord({ reception, player, line: line(false), page, there, on, readAloud });

  return {
    there,
    on,
    speed,
    volume,
    readAloud,
    ...standing,
    setOn: (wanted) => {
      player.stop();
      if (wanted && session && TALK.has(session.phase)) player.add(lineOf(session, line(true), page));
      setOn(wanted);
    },
    setSpeed,
    setVolume,
    setReadAloud,
    sayAgain: () => {
      player.stop();
      if (there && session) player.add(lineOf(session, line(true), page));
    },
    readPage: () => {
      const main = dialogue() ?? document.querySelector("main");
      if (main) read(readable(main));
    },
    read,
    stop: player.stop,
    reset: () => {
      player.forget();
      setOn(null);
      setSpeed("normal");
      setVolume("medium");
      setReadAloud(false);
    },
  };
}

type Line = (of: string, number: number) => Piece;
type Page = (spoken: Spoken) => Piece;

/** The nurse's line from its sentence `from`, and the question where it stands apart from it. */
function lineOf(session: Session, line: Line, page: Page, from = 0): Piece[] {
  const { reply, question } = session;
  const sentences = Array.from({ length: reply?.sentences ?? 0 }, (_, number) => number).slice(from);
  const said = sentences.map((number) => line(String(reply?.line), number));
  const apart = question !== null && reply?.text.includes(question.text) !== true;
  return apart ? [...said, page({ text: question.text, language: session.language })] : said;
}

interface OwnAccord {
  reception: Reception;
  player: ReturnType<typeof speaking>;
  line: Line;
  page: Page;
  there: boolean;
  on: boolean;
  readAloud: boolean;
}

const CONSENT = ["consent.title", "consent.what", "consent.who", "consent.machine", "consent.refusal"] as const;
const TALK = new Set<Session["phase"]>(["conversation", "recommendation", "with_nurse", "emergency"]);

/** What is said unasked: replies where that is wanted, danger and a nurse's coming always; a touch cuts the rest short. */
function useOwnAccord({ reception, player, line, page, there, on, readAloud }: OwnAccord): void {
  const intl = useIntl();
  const { session, words, saying, said } = reception;
  const awaited = session?.phase === "with_nurse" && session.joined === null;
  const urgent = session?.phase === "emergency" || awaited;
  const wants = there && !readAloud && (on || urgent);
  /** The turn whose words were said while they came, how many sentences of them, and the words. */
  const ahead = useRef({ turn: "", sentences: 0, text: "" });
  const heard = useRef("");
  const called = useRef(false);

  useEffect(() => {
    if (said !== null && !urgent) player.stop();
  }, [player, said, urgent]);

  useEffect(() => {
    if (urgent) return;
    const stop = onSpeech((spoken) => {
      if (spoken === "begins") player.hush();
      else if (spoken === "interrupts") player.stop();
      else player.goOn();
    });
    return () => {
      stop();
      player.goOn();
    };
  }, [player, urgent]);

  useEffect(() => {
    if (!wants || words === null || saying === null || session?.verified === true) return;
    const from = ahead.current.turn === saying.turn ? ahead.current.sentences : 0;
    ahead.current = { turn: saying.turn, sentences: Math.max(from, saying.sentences), text: words };
    const fresh = Array.from({ length: saying.sentences }, (_, number) => number).slice(from);
    player.add(fresh.map((number) => line(saying.turn, number)));
  });

  useEffect(() => {
    const lineAt = session ? `${session.session_id} ${session.reply?.line} ` : "";
    const at = `${lineAt}${session?.phase ?? ""}`;
    if (at === heard.current) return;
    const before = heard.current;
    heard.current = at;
    const { turn, sentences, text } = ahead.current;
    ahead.current = { turn: "", sentences: 0, text: "" };
    if (session === null) player.stop();
    if (session === null || !wants) return;
    const { reply, language } = session;
    const own = (message: FormatjsIntl.Message["ids"]) => page({ text: intl.formatMessage({ id: message }), language });
    if (session.phase === "consent") player.add(CONSENT.map(own));
    if (!TALK.has(session.phase)) return;
    const goesOn = turn !== "" && (session.reply?.text ?? "").startsWith(text.trimEnd());
    if (!goesOn) player.stop();
    const isNew = !before.startsWith(lineAt); // an alarm is on the screen before the words that go with it
    if (reply?.aloud === true && isNew && !(session.phase === "with_nurse" && session.turns === 0))
      player.add(lineOf(session, line, page, goesOn ? sentences : 0));
    else if (urgent) player.add([own(urgentWords(session))]);
    else if (isNew && session.question !== null && before !== "") player.add([page({ text: session.question.text, language })]);
  });

  const isCalled = session?.nurse_called === true;
  useEffect(() => {
    const news = isCalled && !called.current;
    called.current = isCalled;
    if (!news || !there || urgent || session.joined !== null) return;
    const languages = reception.chosen ? [session.language] : LANGUAGES;
    player.add(languages.map((language) => page({ text: catalogues[language]["frame.nurseCalled"], language })));
  });
}

/** What stands largest where a nurse is awaited. */
function urgentWords({ phase }: Session): FormatjsIntl.Message["ids"] {
  return phase === "emergency" ? "emergency.stay" : "frame.nurseCalled";
}
