/** A small server in the same process: speaks the kiosk's routes and shapes, and can be told to fail. */
import { vi } from "vitest";
import type { Hospital, Option, Places, Question, ReadLine, ReadPart, Session, Way } from "../../src/api/kiosk";

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

type Fault = "away" | "lost" | { status: number; code: string };

export const hospital: Hospital = {
  name: { zh: "示范医院", en: "Demonstration Hospital" },
  emergency: { zh: "请跟着红线走。", en: "Follow the red line." },
  paired: true,
  idle_seconds: 60,
  assisted_idle_seconds: 120,
  warning_seconds: 30,
  speech: null,
  hearing: [],
  hearing_sends_after: 0,
};

const both = (text: string) => ({ zh: text, en: text });

export const places: Places = {
  places: [
    {
      kind: "toilet",
      name: { zh: "厕所", en: "Toilets" },
      building: both("Main"),
      floor: 1,
      room: "",
      directions: both("Walk ahead. They are on your right."),
      texts: [both("Every floor has them.")],
      open_now: null,
      hours_today: "",
      opens: null,
    },
  ],
  departments: [],
};

export function aCall(parts: Partial<NonNullable<Session["alert"]>> = {}): NonNullable<Session["alert"]> {
  return {
    level: "C",
    acknowledged_by: null,
    called_at: "2026-11-21T10:05:00",
    called_again_at: null,
    waited_seconds: 0,
    waited_again_seconds: null,
    ...parts,
  };
}

export function aSession(parts: Partial<Session> = {}): Session {
  return {
    session_id: "s1",
    language: "en",
    entry: "unwell",
    phase: "conversation",
    turns: 0,
    sequence: 1,
    verified: false,
    identity_tries_left: 3,
    greeting_name: null,
    reply: { text: "Where does it hurt?", language: "en", by: null, sources: [], repeat_of: null, line: 1, sentences: 1, aloud: true, beside: null },
    said: null,
    said_by_tap: false,
    question: null,
    understood: [],
    doctor_reads: [],
    understood_line: "",
    questions_left: null,
    recommendation: null,
    booking: null,
    alert: null,
    joined: null,
    nurse_called: false,
    can_undo: false,
    handed_over: false,
    infection_route: false,
    ...parts,
  };
}

export const aPart = (part: ReadPart["part"], ...lines: Partial<ReadLine>[]): ReadPart => ({
  part,
  lines: lines.map((line) => ({ key: "", text: "", quoted: false, asked: null, contradicted: false, denied: false, ...line })),
});

export const tile = (key: string, label: string, quote: string | null = null): Option => ({ key, label, quote, why: null });

export function aQuestion(parts: Partial<Question> = {}): Question {
  return {
    key: "site",
    text: "Where does it hurt?",
    options: [tile("site:head", "Head")],
    ways_out: [tile("person", "A person, please")],
    several: false,
    rows: [],
    pad: null,
    body_map: false,
    optional: false,
    ages: [],
    ...parts,
  };
}

export class FakeServer {
  hospital = hospital;
  session = aSession();
  /** No call is answered, of whatever kind. */
  gone = false;
  readonly calls: Call[] = [];
  private readonly faults: Fault[] = [];
  private readonly seenTurns = new Set<unknown>();

  constructor() {
    vi.stubGlobal("fetch", (request: Request) => this.receive(request));
    vi.stubGlobal("EventSource", FakeEventSource);
  }

  /** The next write: not reached ("away"), done but its answer lost ("lost"), or refused. */
  failNext(...faults: Fault[]): void {
    this.faults.push(...faults);
  }

  writes(last?: string): Call[] {
    return this.calls.filter((call) => call.method === "POST" && (last === undefined || call.path.endsWith(last)));
  }

  change(parts: Partial<Session>): Session {
    this.session = { ...this.session, ...parts, sequence: this.session.sequence + 1 };
    return this.session;
  }

  /** Something happens on the server's side, and the stream tells. */
  push(parts: Partial<Session>): void {
    FakeEventSource.tell("session", this.change(parts));
  }

  /** The nurse is saying this much of her answer to the last turn. */
  saying(text: string): void {
    FakeEventSource.tell("words", { turn_id: this.writes("/turns").at(-1)?.body.turn_id, text, sentences: text.split(". ").length - 1 });
  }

  /** The next turn, or other call, is heard, and its answer kept back until the returned function is called. */
  holdAnswer(to = "/turns"): () => void {
    this.holds = to;
    let release: () => void = () => undefined;
    this.held = new Promise((resolve) => (release = resolve));
    return release;
  }

  /** Of every place; without steps, as where no plan leads. */
  way: Way = { steps: [], drawings: [], step_free_differs: false };

  /** A path that is never answered. */
  lost: string | null = null;

  private holds = "/turns";
  private held: Promise<void> | null = null;

  private async receive(request: Request): Promise<Response> {
    if (this.gone) throw new TypeError("no network");
    const { pathname: path, searchParams: query } = new URL(request.url);
    if (path === "/api/sessions/here") return Response.json({ again_seconds: 20 });
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Call["body"];
    this.calls.push({ method: request.method, path, query, body });
    if (path === this.lost) throw new TypeError("no network");
    const fault = request.method === "POST" ? this.faults.shift() : undefined;
    if (fault === "away") throw new TypeError("no network");
    if (typeof fault === "object") {
      const problem = { title: "no", detail: "", type: "about:blank", errors: [], ...fault };
      return Response.json(problem, { status: fault.status });
    }
    const answer = this.answer(request.method, path, body);
    const isHeld = path.endsWith(this.holds);
    const held = isHeld ? this.held : null;
    this.held = isHeld ? null : this.held;
    await held;
    if (fault === "lost") throw new TypeError("connection reset");
    return Response.json(answer);
  }

  private answer(method: string, path: string, body: Call["body"]): unknown {
    if (path === "/api/hospital") return this.hospital;
    if (path === "/api/places") return places;
    if (path === "/api/way") return this.way;
    if (path === "/api/kiosk/pair") return (this.hospital = { ...this.hospital, paired: true });
    if (method === "GET") return this.session;
    switch (path.split("/").at(-1)) {
      case "sessions":
        return this.change({ phase: "consent", language: body.language as Session["language"] });
      case "consent":
        return this.change(body.agreed === true ? { phase: "identity" } : { phase: "with_nurse", nurse_called: true });
      case "identity":
        return this.change({ phase: "conversation" });
      case "language":
        return this.change({ language: body.language as Session["language"] });
      case "turns":
        if (this.seenTurns.has(body.turn_id)) return this.session;
        this.seenTurns.add(body.turn_id);
        return this.change({ turns: this.session.turns + 1, said: body.text as string });
      case "undo":
        return this.change({ turns: this.session.turns - 1 });
      case "nurse":
        return this.change({ nurse_called: true, alert: this.session.alert ?? aCall() });
      case "slip":
        return {
          url: "http://127.0.0.1/slip/x",
          qr_svg: '<svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>',
          expires: "2026-11-21T14:32:00",
          queue_number: "C07",
          initials: "W. F.",
          department: "Cardiology",
          building: "Outpatient Building",
          floor: 2,
          room: "A203",
          directions: "Walk ahead to lift 1.",
          starts: "2026-11-21T14:10:00",
          physician: "Dr Lin",
        };
      case "suspend":
        return this.change({ phase: "suspended" });
      case "finish":
        return this.change({ phase: "ended" });
      default:
        return this.change({});
    }
  }
}

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  private static readonly open = new Set<FakeEventSource>();
  readyState = 1;

  constructor() {
    super();
    FakeEventSource.open.add(this);
  }

  close(): void {
    FakeEventSource.open.delete(this);
  }

  static tell(event: string, data: unknown): void {
    for (const source of FakeEventSource.open)
      source.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
}
