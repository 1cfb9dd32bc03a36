/** One kiosk's conversations, one after the other: sends what the patient does, and keeps what the screen shows. */
import { Refused } from "../api/client";
import { freshId } from "../api/ids";
import { insist, once } from "../api/insist";
import { kiosk, type Entry, type Hospital, type Identity, type Language, type Option, type Resume, type Session } from "../api/kiosk";
import { soundsDangerous } from "./danger";
import { after, beginning, type Happening, type State } from "./reception";

const KEPT = "frontdesk.session";
const FAREWELL_TRIES = 4;
const HOSPITAL = "frontdesk.hospital";
/** So long somebody in danger, or who calls, waits for an answer before the screen says what to do meanwhile. */
const ALONE_MS = 3_000;
/** So long anybody waits before the screen says that it takes longer. */
const SLOW_MS = 4_000;

/** What a recogniser made of words that were spoken; they may have been changed before they were sent. */
export interface Spoken {
  heard: string;
  confidence: number | null;
  /** The rest of what was sent before: a pause was taken for its end. */
  goes_on: boolean;
}

/** The way out of a question to a person. */
const PERSON = "person";

/** Without a number. */
export const GUEST: Identity = { patient_number: null, name: null, birth_date: null };

export interface Commands {
  /** Learns which hospital this is, and takes up the session this browser was in before it was closed. */
  open: () => Promise<void>;
  /** Follows the server's view of a session; returns how to stop. */
  follow: (id: string) => () => void;
  pair: (code: string) => Promise<boolean>;
  speak: (language: Language) => Promise<boolean>;
  start: (entry: Entry, language: Language) => Promise<boolean>;
  resume: (who: Resume) => Promise<boolean>;
  consent: (agreed: boolean) => Promise<boolean>;
  /** Agreed, and on without a number. */
  consentAsGuest: () => Promise<boolean>;
  identify: (who: Identity) => Promise<boolean>;
  /** False when the words did not arrive and belong back in the box. Tiles tapped on the page go along. */
  say: (text: string, spoken?: Spoken | null, tapped?: readonly Option[]) => Promise<boolean>;
  /** A number of the pad or a place of the body: neither free words nor a tile of the question. */
  point: (text: string, tapped?: readonly Option[]) => Promise<boolean>;
  choose: (option: Option, tapped?: readonly Option[]) => Promise<boolean>;
  /** Who is ill, and their age where it is what is asked next. */
  tellPerson: (who: Option, age: string) => Promise<boolean>;
  /** All that was chosen on a page that takes several. */
  chooseAll: (options: readonly Option[]) => Promise<boolean>;
  correct: (key: string, text: string) => Promise<boolean>;
  undo: () => Promise<boolean>;
  callNurse: () => Promise<void>;
  /** The page of the nurse who was called. */
  showCall: () => void;
  /** Back to the questions, in this language, while a nurse is awaited. */
  goOnMeanwhile: (language: Language) => Promise<void>;
  book: (slotId: string) => Promise<boolean>;
  cancelBooking: () => Promise<boolean>;
  takeSlip: () => Promise<boolean>;
  putSlipAway: () => void;
  /** It is no emergency after all, or they are being helped: back to the page. */
  notAlone: () => void;
  finish: () => Promise<boolean>;
  /** Nobody is there: shows the first screen at once and keeps the draft on the server. */
  leave: () => void;
  /** Back to the first screen; the session is over already. */
  restart: () => void;
}

export interface Conversation {
  read: () => State;
  subscribe: (listener: () => void) => () => void;
  commands: Commands;
}

export function conversation(): Conversation {
  let state = beginning;
  let busy = false;
  let visit = 0; // grows with every person; an answer meant for the one before is dropped
  let asked = 0; // grows with every call; an answer cut short by the patient's next words is dropped
  let answering = ""; // the turn whose answer is awaited
  const listeners = new Set<() => void>();

  const happen = (event: Happening) => {
    state = after(state, event);
    listeners.forEach((listener) => listener());
  };

  const over = (problem: string | null = null) => {
    visit += 1;
    busy = false;
    sessionStorage.removeItem(KEPT);
    happen({ kind: "over", problem });
  };

  const show = (session: Session, answers: boolean) => {
    if (session.phase === "suspended") {
      over();
      return;
    }
    sessionStorage.setItem(KEPT, session.session_id);
    happen({ kind: "view", session, answers });
  };

  /** Watches over a call that cannot wait: once nobody answers, the screen says what to do. */
  const watched = async <T>(urgent: boolean, answer: Promise<T>): Promise<T> => {
    if (!urgent) return answer;
    const mine = visit;
    const timer = window.setTimeout(() => visit === mine && happen({ kind: "alone", alone: true }), ALONE_MS);
    try {
      return await answer;
    } finally {
      window.clearTimeout(timer);
    }
  };

  const lost = (tries: number) => happen({ kind: "lost", tries });

  /** What a refusal means for the screen. */
  const explain = async ({ status, code }: Refused) => {
    const id = state.session?.session_id;
    if (status === 401) {
      over(code);
      happen({ kind: "hospital", hospital: await kiosk.hospital() });
    } else if (id !== undefined && (status === 410 || code === "unknown_session" || code === "another_kiosk")) {
      over("session_ended");
    } else {
      happen({ kind: "refused", problem: code });
      if (id !== undefined && status === 409) show(await kiosk.look(id), false);
    }
  };

  /** One call at a time, sent until answered; true when the server took it. */
  const ask = async <T>(send: () => Promise<T>, took: (answer: T) => void, said: string | null = null, byTap = false) => {
    if (busy) return false;
    busy = true;
    asked += 1;
    const [mine, call] = [visit, asked];
    const stillWanted = () => visit === mine && asked === call;
    happen({ kind: "sending", said, byTap });
    const slow = window.setTimeout(() => stillWanted() && state.words === null && lost(0), SLOW_MS);
    try {
      const answer = await insist(send, { onLost: lost, stillWanted });
      if (!stillWanted()) return asked !== call;
      took(answer);
      return true;
    } catch (error) {
      if (!stillWanted()) return asked !== call;
      happen({ kind: "refused", problem: "unknown" });
      if (error instanceof Refused) await explain(error).catch(() => undefined);
      return false;
    } finally {
      window.clearTimeout(slow);
      if (stillWanted()) busy = false;
    }
  };

  const answered = (session: Session) => show(session, true);

  /** A call about this session that the server would do twice if it came twice. */
  const change = async (send: (id: string) => Promise<Session>) => {
    if (!state.session) return false;
    const { session_id: id, sequence } = state.session;
    const arrived = async () => {
      const now = await kiosk.look(id);
      return now.sequence > sequence ? now : null;
    };
    return ask(once(() => send(id), arrived), answered);
  };

  /** A turn carries its own id: the same one again gets the same answer. */
  const turn = async (
    text: string,
    means: "typed" | "tapped",
    option: string | null,
    tapped: readonly Option[],
    spoken: Spoken | null = null,
  ) => {
    if (!state.session) return false;
    const { session_id: id, turns } = state.session;
    const options = tapped.map(({ key }) => key);
    const said = spoken ? { means: "spoken" as const, ...spoken } : { means };
    const body = { turn_id: freshId(), number: turns + 1, text, option, options, ...said };
    if (means === "typed" && state.words !== null) busy = false; // the nurse stops, and answers both
    if (!busy) answering = body.turn_id;
    return watched(soundsDangerous(text), ask(() => kiosk.turn(id, body), answered, text, means === "tapped"));
  };

  const choose = async ({ key, label }: Option, tapped: readonly Option[] = []) => {
    const taken = await turn(label, "tapped", key, tapped);
    if (taken && key === PERSON) happen({ kind: "calling", calling: true });
    return taken;
  };

  const start = (entry: Entry, language: Language) => ask(() => kiosk.start(language, entry), answered);

  const callNurse = async () => {
    happen({ kind: "calling", calling: true });
    if (!state.session) await start("unwell", state.language);
    const id = state.session?.session_id;
    const mine = visit;
    if (id === undefined) return;
    await insist(() => kiosk.nurse(id), { onLost: lost, stillWanted: () => visit === mine }).then(
      (session) => {
        if (visit !== mine) return;
        happen({ kind: "alone", alone: false });
        show(session, !busy);
      },
      (error: unknown) => (error instanceof Refused ? explain(error).catch(() => undefined) : undefined),
    );
  };

  const commands: Commands = {
    open: async () => {
      const known = keptHospital();
      const onLost = (tries: number) => {
        if (known && !state.hospital) happen({ kind: "hospital", hospital: known });
        lost(tries);
      };
      const hospital = await insist(kiosk.hospital, { onLost, stillWanted: () => true });
      localStorage.setItem(HOSPITAL, JSON.stringify(hospital));
      happen({ kind: "hospital", hospital });
      const kept = sessionStorage.getItem(KEPT);
      if (!hospital.paired || kept === null || state.session) return;
      await kiosk.look(kept).then(
        (session) => {
          if (session.phase === "ended") { over(); return; }
          happen({ kind: "language", language: session.language });
          show(session, false);
        },
        () => over(),
      );
    },
    follow: (id) =>
      kiosk.follow(
        id,
        (session) => show(session, false),
        (there) => happen({ kind: "stream", there }),
        (words) => (words.turn_id === answering ? happen({ kind: "words", text: words.text, turn: words.turn_id, sentences: words.sentences }) : undefined),
      ),
    pair: (code) => ask(() => kiosk.pair(code), (hospital) => happen({ kind: "hospital", hospital })),
    speak: async (language) => {
      happen({ kind: "language", language });
      return change((id) => kiosk.speak(id, language));
    },
    start: (entry, language) => {
      happen({ kind: "language", language });
      return start(entry, language);
    },
    resume: (who) => ask(() => kiosk.resume(who), answered),
    consent: (agreed) => change((id) => kiosk.consent(id, agreed)),
    consentAsGuest: async () =>
      (await change((id) => kiosk.consent(id, true))) &&
      (state.session?.phase !== "identity" || (await change((id) => kiosk.identify(id, GUEST)))),
    identify: (who) => change((id) => kiosk.identify(id, who)),
    say: (text, spoken = null, tapped = []) => turn(text, "typed", null, tapped, spoken),
    point: (text, tapped = []) => turn(text, "tapped", null, tapped),
    choose,
    tellPerson: async (who, age) => {
      if (!(await choose(who))) return false;
      const next = state.session?.question;
      const band = next?.key === "age" ? next.options.find(({ key }) => key === age) : undefined;
      return band ? choose(band) : true;
    },
    chooseAll: (options) => {
      const labels = options.map(({ label }) => label);
      return turn(labels.join(state.language === "zh" ? "、" : ", "), "tapped", null, options);
    },
    correct: async (key, text) => {
      if (!state.session) return false;
      const { session_id: id, turns } = state.session;
      const body = { turn_id: freshId(), number: turns + 1, key, text };
      return ask(() => kiosk.correct(id, body), answered);
    },
    undo: () => change(kiosk.undo),
    // Never waits for another call to end: a person is called whatever else goes on.
    callNurse: () => watched(true, callNurse()),
    showCall: () => happen({ kind: "calling", calling: true }),
    goOnMeanwhile: async (language) => {
      if (!state.chosen && !(await commands.speak(language))) return;
      happen({ kind: "calling", calling: false });
    },
    book: (slotId) => change((id) => kiosk.book(id, slotId)),
    cancelBooking: () => change(kiosk.cancelBooking),
    takeSlip: async () => {
      const id = state.session?.session_id;
      return id === undefined ? false : ask(() => kiosk.slip(id), (slip) => happen({ kind: "slip", slip }));
    },
    notAlone: () => happen({ kind: "alone", alone: false }),
    putSlipAway: () => happen({ kind: "slip", slip: null }),
    finish: () => change(kiosk.finish),
    leave: () => {
      const id = state.session?.session_id;
      over();
      if (id === undefined) return;
      let tries = 0;
      const stillWanted = () => tries < FAREWELL_TRIES;
      insist(() => kiosk.suspend(id), { onLost: () => (tries += 1), stillWanted }).catch(() => undefined);
    },
    restart: () => over(),
  };

  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    commands,
  };
}

/** As this browser last saw it. */
function keptHospital(): Hospital | null {
  const kept = localStorage.getItem(HOSPITAL);
  return kept === null ? null : ({ floors: [], ...JSON.parse(kept) } as Hospital);
}
