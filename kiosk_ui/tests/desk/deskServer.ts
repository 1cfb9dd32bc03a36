/** A small server in the same process: keeps a board and a worklist, speaks their routes and shapes, checks versions. */
import { vi } from "vitest";
import type { Schemas } from "../../src/api/client";

type Card = Schemas["Card"];
type Summary = Schemas["SummaryView"];

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

export function anAlert(parts: Partial<Schemas["BoardAlert"]> = {}): Schemas["BoardAlert"] {
  return {
    alert_id: "a1",
    level: "A",
    rule: "chest_pain_with_sweating",
    reason: { zh: "胸痛冒冷汗", en: "Chest pain with sweating" },
    quote: "my chest hurts and I sweat",
    private: false,
    tapped: false,
    disputed_by_tap: false,
    disputed: null,
    raised_at: ago(5),
    called_again: 0,
    acknowledged_by: null,
    acknowledged_reason: null,
    lowered_by: null,
    lowered_reason: null,
    ...parts,
  };
}

export function aCard(session_id: string, parts: Partial<Card> = {}): Card {
  return {
    session_id,
    kiosk: "1",
    started: ago(90),
    waiting_since: null,
    language: "en",
    age: "62 years",
    age_months: 744,
    sex: "male",
    about: "",
    complaint: `complaint of ${session_id}`,
    complaint_tapped: false,
    mood: "calm",
    level: null,
    alerts: [],
    state: "machine",
    owner: null,
    taken: false,
    department: null,
    verified: false,
    patient: null,
    linkable: false,
    ...parts,
  };
}

export function aSummary(): Summary {
  const said = (statement_id: string, section: Schemas["Section"], text: string, turn: number, quote: string) => ({
    statement_id,
    section,
    text,
    evidence: [{ turn, quote, tapped: false }],
    machine: false,
    field: null,
    written: null, translated: null, contradicted: false, coded: null,
  });
  return {
    entry: {
      outpatient_number: 7,
      time: "2026-11-21T08:30:00",
      name: "Ann Field",
      age: "62 years",
      sex: "female",
      complaint: "tight chest for days",
      complaint_in: null,
      level: "B",
      state: "open",
      queue_number: "C03",
      place: "waiting",
      since: ago(720),
      called_by: "",
      physician: { en: "Dr Chen", zh: "陈医生" },
      physician_id: "D1",
    },
    summary: {
      language: "en",
      level: "B",
      medicines: [],
      values: [],
      statements: [
        said("s1", "red_flags", "B: Chest tightness on climbing stairs", 2, "tight when I climb stairs"),
        said("s2", "complaint", "tight chest for days", 1, "my chest has been tight for days"),
        said("s3", "past_history", "high blood pressure for ten years", 3, "blood pressure, ten years or so"),
        { statement_id: "s4", section: "routing", text: "Cardiology: tight chest", evidence: [], machine: true, field: null, written: null, translated: null, contradicted: false, coded: null },
      ],
      review: {
        by: "embedded",
        satisfied: true, amended: false,
        scratchpad: ["Missing: sweating (said: “no sweat”)."],
        turns: [
          { speaker: "researcher", text: "Pertinent negatives: 1 to look at." },
          { speaker: "decider", text: "Accepted. Missing: sweating (said: “no sweat”)." },
        ],
      },
      conversation: [
        { turn: null, speaker: "nurse", text: "What brings you here?", tapped: false, spoken: false, confidence: null },
        { turn: 1, speaker: "patient", text: "Well, my chest has been tight for days", tapped: false, spoken: false, confidence: null },
        { turn: 2, speaker: "patient", text: "It gets tight when I climb stairs", tapped: false, spoken: true, confidence: 0.52 },
        { turn: 3, speaker: "patient", text: "I have blood pressure, ten years or so", tapped: false, spoken: false, confidence: null },
      ],
    },
    care_plans: false,
    past_history: "",
    drug_allergy_history: "",
    record: {},
    on_file: [],
    medicines: [],
    cautions: [],
    values: [],
    departments: [],
    hospital: { zh: "示范医院", en: "Model Hospital" },
    earlier: [],
    version: 1,
    signed_by: null,
    revisions: [],
    changed: [],
    marked: [],
  };
}

/** What is told of a sign-in that lasts. */
export const lasting = { seconds_left: 36_000, idle_seconds: 1_800, second_factor_due: false };

export const nurse: Schemas["Me"] = { username: "li", name: "Li Na", role: "nurse", department_id: null, ...lasting };
export const doctor: Schemas["Me"] = {
  username: "chen",
  name: "Dr Chen",
  role: "doctor",
  department_id: "cardiology-1",
  ...lasting,
};

export const officer: Schemas["Me"] = {
  username: "shi",
  name: "Shi",
  role: "records_officer",
  department_id: null,
  ...lasting,
};

export const departments: Schemas["DepartmentName"][] = [
  { department_id: "cardiology-1", name: { zh: "心内科", en: "Cardiology" } },
  { department_id: "neurology-1", name: { zh: "神经内科", en: "Neurology" } },
];

function aShift(): Schemas["ShiftView"] {
  const hour = (starts: string, arrivals: number, wait: number | null, answer: number | null): Schemas["Hour"] => ({
    starts,
    arrivals,
    calls: wait === null ? 0 : 1,
    wait,
    alarms: answer === null ? 0 : 1,
    answer,
  });
  return {
    hours: [hour("2026-11-30T08:00:00", 4, 90, null), hour("2026-11-30T09:00:00", 6, null, 48)],
    arrivals: 10,
    calls: 1,
    wait: 90,
    alarms: 2,
    answer: 48,
    unanswered: 1,
  };
}

class Answer extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly conflicts: Schemas["Later"][] = [],
  ) {
    super(code);
  }
}

export class DeskServer {
  clinical: Partial<Schemas["ClinicalAnswerView"]> = {};
  history: Schemas["HistoryView"] = {
    kept: false,
    known: false,
    entries: [],
    cautions: [],
    asked: [],
    not_asked: [],
    hidden: 0,
    cut: false,
    birth_date: null,
  };
  written: Schemas["WrittenVisit"] = { examination: "", diagnoses: [], prescription: "", plan: "", follow_up: null };
  draft: Pick<Schemas["WrittenView"], "draft" | "draft_at"> = { draft: null, draft_at: null };
  check: Schemas["PrescriptionView"] = { medicines: [], already: [], cautions: [], unread: [], against: 0 };
  cards: Card[] = [];
  model: Pick<Schemas["Strip"], "mode" | "model_away" | "model_loads"> & Partial<Schemas["Strip"]> = {
    mode: "embedded",
    model_away: false,
    model_loads: [],
  };
  damaged: Schemas["DamagedView"][] = [];
  delivery: Schemas["DeliveryView"] = { given_up: [], waiting: 0, since: null };
  kiosks: Schemas["KioskView"][] = [];
  usual: Schemas["UsualMessage"][] = [
    { key: "wait", text: { zh: "请稍等，护士马上过来。", en: "Please wait here. A nurse is coming." } },
  ];
  chart: Schemas["ChartView"] = {
    patient_id: "P1002",
    name: "Ann Field",
    sex: "female",
    birth_date: "1984-03-02",
    allergies: [{ words: "penicillin (rash)", source: "Neurology", on: "2025-11-15" }],
    denied: null,
    problems: [],
    medicines: [],
    last_visit: {
      outpatient_number: 20116,
      date: "2026-10-14T09:00:00",
      department: "Endocrinology",
      complaint: "cold and tired",
      diagnosis: "hypothyroidism",
    },
    visits: 3,
    unread: false,
  };
  lines: Schemas["BoardLine"][] = [];
  /** What the open session shows beside its words. */
  open: Partial<Schemas["BoardSession"]> = {};
  summary = aSummary();
  /** The allergy of record 7, and who changed it last. */
  allergy = { text: "none", version: 1, by: "" };
  deleted = false;
  readonly writes: { path: string; body: Record<string, unknown> }[] = [];
  /** The next write is refused like this. */
  refusal: { status: number; code: string } | null = null;

  constructor(public me: Schemas["Me"] | null) {
    vi.stubGlobal("fetch", (request: Request) => this.receive(request));
    vi.stubGlobal("EventSource", BoardEvents);
    vi.stubGlobal("AudioContext", HeardAudio);
    BoardEvents.open.clear();
    HeardAudio.notes = 0;
  }

  tell(session_id: string): void {
    BoardEvents.open.forEach((source) => source.tell(session_id));
  }

  /** Another doctor changes a sentence. */
  editByAnother(statement_id: string, text: string): void {
    this.edit({ statement_id, text, version: this.summary.version }, "Dr Wu");
  }

  private moved(place: Schemas["Queued"]): Schemas["WorklistEntry"] | null {
    const { entry } = this.summary;
    if (place === "called" && entry.place !== "waiting") return null;
    const moved = { ...entry, place, since: ago(0), called_by: this.me?.name ?? "" };
    this.summary = { ...this.summary, entry: moved };
    return moved;
  }

  private keep({ version, ...written }: Schemas["WriteRequest"]): void {
    if (version !== this.summary.version) throw new Answer(409, "version_conflict");
    if (JSON.stringify(written) === JSON.stringify(this.written)) return;
    this.written = written as Schemas["WrittenVisit"];
    this.draft = { draft: null, draft_at: null };
    this.summary = { ...this.summary, version: version + 1, signed_by: null };
  }

  private async receive(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.replace("/api", "");
    try {
      const body =
        request.method === "POST" ? ((await request.json().catch(() => ({}))) as Record<string, unknown>) : null;
      return Response.json(body === null ? this.read(path) : this.write(path, body));
    } catch (error) {
      if (!(error instanceof Answer)) throw error;
      const { code, status, conflicts } = error;
      return Response.json({ code, status, title: "", conflicts }, { status });
    }
  }

  private read(path: string): unknown {
    if (this.me === null) throw new Answer(401, "not_signed_in");
    const [, first, second, third, fourth] = path.split("/");
    switch (first) {
      case "me":
        return this.me;
      case "departments":
        return departments;
      case "assistant":
        return this.deleted ? [deletedRecord()] : [];
      case "board":
        if (second === "messages") return this.usual;
        if (second === "shift") return aShift();
        if (fourth === "chart") return this.chart;
        return second === "sessions" ? this.session(third ?? "") : this.board();
      case "worklist":
        if (third === "care-plan") return carePlan;
        if (third === "history") return this.history;
        if (third === "written") return { written: this.written, ...this.draft };
        if (second === "diagnoses") return { found: [{ code: "I48", title: { en: "Atrial fibrillation", zh: "心房颤动" } }] };
        return second ? this.summary : { department: departments[0], day: today(), entries: [this.summary.entry] };
      default:
        throw new Answer(404, "not_found");
    }
  }

  private board(): Schemas["BoardView"] {
    const waiting = this.cards.filter((card) => card.waiting_since !== null).length;
    const strip = { sessions: this.cards.length, waiting, longest_wait_seconds: 0, model_servers: [], ...this.model };
    const { damaged, delivery, kiosks } = this;
    return { strip, kiosks, cards: structuredClone(this.cards), damaged, misuse: [], delivery, position: 1 };
  }

  private session(id: string): Schemas["BoardSession"] {
    const card = structuredClone(this.card(id));
    const nothing = {
      understood: {},
      screening: {},
      tasks: {},
      medicines: [],
      cautions: [],
      department: null,
      handed_over: null,
    };
    const sbar = {
      en: {
        situation: "62 years. B: chest tightness on climbing stairs.",
        background: "history: high blood pressure.",
        assessment: "not: sweating.",
        recommendation: "Please see this patient first.",
      },
    };
    return { card, sbar, lines: [...this.lines], ...nothing, ...this.open };
  }

  private card(id: string): Card {
    const card = this.cards.find((one) => one.session_id === id);
    if (!card) throw new Answer(404, "unknown_session");
    return card;
  }

  private write(path: string, body: Record<string, unknown>): unknown {
    if (path === "/sign-in") return this.signIn(body);
    if (this.me === null) throw new Answer(401, "not_signed_in");
    this.writes.push({ path, body });
    if (this.refusal) {
      const { status, code } = this.refusal;
      this.refusal = null;
      throw new Answer(status, code);
    }
    const [, first, second, id = "", operation, alertId] = path.split("/");
    if (first === "assistant") return this.assist(second, operation, body);
    if (first === "worklist") {
      if (id === "questions") return { ...clinicalAnswer, ...this.clinical };
      if (id === "prescription") return this.check;
      if (second === "next") return { entry: this.moved("called") };
      if (id === "queue") return { entry: this.moved(body.place as Schemas["Queued"]) };
      if (id === "draft") {
        if (operation === "drop") this.draft = { draft: null, draft_at: null };
        else this.draft = { draft: body as unknown as Schemas["WrittenVisit"], draft_at: ago(0) };
        return operation === "drop" ? { written: this.written, ...this.draft } : { at: ago(0) };
      }
      if (id === "written") this.keep(body as unknown as Schemas["WriteRequest"]);
      if (id === "edits") this.edit(body as unknown as Schemas["EditRequest"], this.me.name);
      if (id === "signature") this.sign(body as unknown as Schemas["SignRequest"], this.me.name);
      return this.summary;
    }
    if (second !== "sessions") throw new Answer(404, "not_found");
    const card = this.card(id);
    if (operation === "take-over") Object.assign(card, { taken: true, owner: this.me.name, state: "person" });
    if (operation === "release") {
      if (card.level !== null && !body.reason) throw new Answer(422, "reason_missing");
      Object.assign(card, { taken: false, owner: null, state: "machine" });
      if (body.lowers) this.lower(card, String(body.reason));
    }
    if (operation === "link") {
      const { chart } = this;
      Object.assign(card, { linkable: false, verified: true, patient: { ...chart, linked: true } });
    }
    if (operation === "unlink") Object.assign(card, { linkable: true, verified: false, patient: null });
    if (operation === "end") card.state = "done";
    if (operation === "alerts") {
      card.alerts = card.alerts.map((alert) =>
        alert.alert_id === alertId
          ? { ...alert, acknowledged_by: this.me?.name ?? "", acknowledged_reason: String(body.reason) }
          : alert,
      );
    }
    return this.session(id);
  }

  private lower(card: Card, reason: string): void {
    const lowered_by = this.me?.name ?? "";
    card.level = null;
    card.alerts = card.alerts.map((alert) => ({ ...alert, lowered_by, lowered_reason: reason }));
  }

  /** Somebody else changes the allergy. */
  allergyByAnother(text: string): void {
    this.allergy = { text, version: this.allergy.version + 1, by: "Dr Wu" };
  }

  private assist(what: string | undefined, operation: string | undefined, body: Record<string, unknown>): unknown {
    if (what === "deleted") {
      this.deleted = false;
      return { change_id: "c2", operation: "restore", rows: [], until: null };
    }
    if (what === "changes") return operation === "undo" ? this.undo() : this.confirm(body);
    const said = String(body.instruction);
    if (said.startsWith("delete")) return nothing({ preview: this.preview("delete", "", "") });
    const allergy = /allergy to (\w+)/.exec(said)?.[1];
    if (allergy !== undefined) return nothing({ preview: this.preview("update", this.allergy.text, allergy) });
    if (said.startsWith("who changed")) {
      const fields = [{ field: "drug_allergy_history", before: "", after: this.allergy.text }];
      return nothing({ changes: { changes: [{ outpatient_number: 7, version: 2, by: "Dr Wu", at: ago(5), fields }] } });
    }
    if (said.startsWith("undo")) return nothing({ last_change: this.lastChange });
    if (said.startsWith("list")) return nothing({ refusal: { code: "too_broad", columns: [], words: [] } });
    const fields = { drug_allergy_history: this.allergy.text };
    const records = { columns: ["drug_allergy_history" as const], rows: [{ ...record7, fields }], cut: false };
    const read_as = [{ column: "past_history" as const, bound: "is", values: ["diabetes", "asthma"] }];
    return nothing({ records: { ...records, own_department: true, read_as, unread: ["smokers"] } });
  }

  private preview(operation: Schemas["Operation"], before: string, after: string): Schemas["PreviewView"] {
    const { version } = this.allergy;
    const fields = operation === "delete" ? [] : [{ field: "drug_allergy_history", before, after }];
    return {
      token: `${version}:${after}`,
      operation,
      rows: [{ ...record7, version, fields }],
      name_differs: false,
      needs_reason: operation === "delete",
      expires: ago(-600),
    };
  }

  private lastChange: Schemas["ChangeView"] | null = null;

  private confirm(body: Record<string, unknown>): Schemas["ChangeView"] {
    const [version, after = ""] = String(body.token).split(":");
    const { text: before, by } = this.allergy;
    if (Number(version) !== this.allergy.version) {
      const fields = [{ field: "drug_allergy_history", before: "none", after: before }];
      const later = { outpatient_number: 7, version: this.allergy.version, by, at: ago(5), fields };
      throw new Answer(409, "version_conflict", [later]);
    }
    if (after === "") this.deleted = true;
    else this.allergy = { text: after, version: this.allergy.version + 1, by: this.me?.name ?? "" };
    const rows = [{ ...record7, version: 2, fields: [{ field: "drug_allergy_history", before, after }] }];
    this.lastChange = { change_id: "c1", operation: after === "" ? "delete" : "update", rows, until: ago(-86_400) };
    return this.lastChange;
  }

  private undo(): Schemas["ChangeView"] {
    this.allergy = { text: "none", version: this.allergy.version + 1, by: this.me?.name ?? "" };
    return { change_id: "c2", operation: "undo", rows: [{ ...record7, version: 3, fields: [] }], until: null };
  }

  private signIn(body: Record<string, unknown>): Schemas["Me"] {
    if (body.password !== "right") throw new Answer(401, "wrong_sign_in");
    this.me = body.username === doctor.username ? doctor : nurse;
    return this.me;
  }

  private next(version: number): void {
    if (version !== this.summary.version) throw new Answer(409, "version_conflict");
    this.summary = { ...this.summary, version: version + 1 };
  }

  private edit(body: Schemas["EditRequest"], by: string): void {
    this.next(body.version);
    const page = this.summary.summary;
    if (!page) return;
    const before = page.statements.find((one) => one.statement_id === body.statement_id)?.text ?? "";
    const statements = page.statements.map((one) =>
      one.statement_id === body.statement_id ? { ...one, text: body.text } : one,
    );
    const revision = { statement_id: body.statement_id, before, after: body.text, by, at: new Date().toISOString() };
    this.summary = {
      ...this.summary,
      signed_by: null,
      summary: { ...page, statements },
      revisions: [...this.summary.revisions, revision],
    };
  }

  private sign(body: Schemas["SignRequest"], by: string): void {
    this.next(body.version);
    const revision = { statement_id: "signature", before: "", after: by, by, at: new Date().toISOString() };
    this.summary = { ...this.summary, signed_by: by, revisions: [...this.summary.revisions, revision] };
  }
}

const record7 = {
  outpatient_number: 7,
  patient_id: "P1003",
  name: "Ann Field",
  department: "Cardiology",
  visit_date: "2026-11-21T08:30:00",
};

const carePlan: Schemas["CarePlanView"] = {
  language: "en",
  items: [{ section: "tests", text: "an ECG at once", source: "Chest pain: our protocol", why: "chest pain" }],
  guidelines: ["Chest pain: our protocol"],
  review: { by: "embedded", satisfied: true, amended: false, scratchpad: [], turns: [] },
};

const clinicalAnswer: Schemas["ClinicalAnswerView"] = {
  answer: "creatinine: 2026-10-20: 139 µmol/L high.",
  answered: true,
  language: "en",
  planned_by: "embedded",
  answered_by: "embedded",
  strategy: ["taken for a question of values (91%)"],
  pictures: [],
  steps: [{ task: "values", inputs: { tests: "creatinine", latest: "1" }, error: null }],
  sources: ["record 7 (2026-10-20, Cardiology)"],
  suggestions: [],
};

const deletedRecord = (): Schemas["DeletedView"] => ({
  ...record7,
  version: 2,
  complaint: "tight chest",
  by: "Records office",
  at: ago(60),
  reason: "entered twice",
});

const nothing = (parts: Partial<Schemas["AssistantAnswer"]>): Schemas["AssistantAnswer"] => ({
  changes: null,
  last_change: null,
  records: null,
  preview: null,
  refusal: null,
  ...parts,
});

const today = () => {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
};

class BoardEvents extends EventTarget {
  static readonly open = new Set<BoardEvents>();
  static readonly CLOSED = 2;
  readyState = 1;

  constructor(readonly url: string) {
    super();
    BoardEvents.open.add(this);
    queueMicrotask(() => this.dispatchEvent(new Event("open")));
  }

  tell(session_id: string): void {
    this.dispatchEvent(new MessageEvent("board", { data: JSON.stringify({ session_id, kind: "patient_said" }) }));
  }

  close(): void {
    BoardEvents.open.delete(this);
  }
}

/** Counts the notes instead of playing them. */
export class HeardAudio extends EventTarget {
  static notes = 0;
  state: AudioContextState = "suspended";
  currentTime = 0;
  destination = {};

  resume(): Promise<void> {
    this.state = "running";
    this.dispatchEvent(new Event("statechange"));
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  createOscillator() {
    const connect = (target: unknown) => target;
    return { frequency: { value: 0 }, connect, start: () => (HeardAudio.notes += 1), stop: () => undefined };
  }

  createGain() {
    const nothing = () => undefined;
    const gain = { setValueAtTime: nothing, linearRampToValueAtTime: nothing, exponentialRampToValueAtTime: nothing };
    return { gain, connect: (target: unknown) => target };
  }
}
