/** What the kiosk asks of the server. Every call but the slip answers with the whole session. */
import { answer, client, follow, type Schemas } from "./client";

export type Hospital = Schemas["HospitalView"];
export type Places = Schemas["PlacesView"];
export type Way = Schemas["WayView"];
export type WayStep = Schemas["Step"];
export type Drawing = Schemas["Drawing"];
/** Where a way is asked to: a department, or a place by its number in the list of places. */
export type Destination = { department_id: string } | { place: number };
export type Session = Schemas["SessionView"];
export type Slip = Schemas["SlipView"];
export type Entry = Schemas["Entry"];
export type Language = Schemas["Language"];
export type Option = Schemas["OptionView"];
export type Phase = Schemas["Phase"];
export type Question = Schemas["QuestionView"];
export type ReadPart = Schemas["ReadPart"];
export type ReadLine = Schemas["ReadLine"];
export type Department = Schemas["DepartmentView"];
export type Identity = Schemas["IdentityRequest"];
export type Resume = Schemas["ResumeRequest"];
export interface Words {
  turn_id: string;
  text: string;
  /** How many of it are whole, and can be heard. */
  sentences: number;
}
export type Turn = Schemas["TurnRequest"];
export type Correction = Schemas["CorrectionRequest"];

/** The client's inference turns pairs into lists; the schema's own type is what the server sends. */
const session = (call: Parameters<typeof answer<unknown>>[0]) => answer(call) as Promise<Session>;
const of = (session_id: string) => ({ params: { path: { session_id } } });

/** The version of the text that the page asks consent with: a file in frontdesk/app/reception/steps/consent. */
const CONSENT_TEXT = "2026-11-30";

export const kiosk = {
  hospital: () => answer(client.GET("/api/hospital")) as Promise<Hospital>,
  places: () => answer(client.GET("/api/places")) as Promise<Places>,
  way: (to: Destination, how: { language: Language; large: boolean; step_free: boolean }) =>
    answer(client.GET("/api/way", { params: { query: { ...to, ...how } } })) as Promise<Way>,
  pair: (code: string) => answer(client.POST("/api/kiosk/pair", { body: { code } })) as Promise<Hospital>,
  here: () => answer(client.POST("/api/sessions/here")),
  start: (language: Language, entry: Entry) => session(client.POST("/api/sessions", { body: { language, entry } })),
  resume: (body: Resume) => session(client.POST("/api/sessions/resume", { body })),
  look: (id: string) => session(client.GET("/api/sessions/{session_id}", of(id))),
  consent: (id: string, agreed: boolean) =>
    session(client.POST("/api/sessions/{session_id}/consent", { ...of(id), body: { agreed, text: CONSENT_TEXT } })),
  identify: (id: string, body: Identity) =>
    session(client.POST("/api/sessions/{session_id}/identity", { ...of(id), body })),
  speak: (id: string, language: Language) =>
    session(client.POST("/api/sessions/{session_id}/language", { ...of(id), body: { language } })),
  turn: (id: string, body: Turn) => session(client.POST("/api/sessions/{session_id}/turns", { ...of(id), body })),
  correct: (id: string, body: Correction) =>
    session(client.POST("/api/sessions/{session_id}/corrections", { ...of(id), body })),
  undo: (id: string) => session(client.POST("/api/sessions/{session_id}/undo", of(id))),
  nurse: (id: string) => session(client.POST("/api/sessions/{session_id}/nurse", of(id))),
  book: (id: string, slot_id: string) =>
    session(client.POST("/api/sessions/{session_id}/booking", { ...of(id), body: { slot_id } })),
  cancelBooking: (id: string) => session(client.DELETE("/api/sessions/{session_id}/booking", of(id))),
  finish: (id: string) => session(client.POST("/api/sessions/{session_id}/finish", of(id))),
  suspend: (id: string) => session(client.POST("/api/sessions/{session_id}/suspend", of(id))),
  slip: (id: string) => answer(client.POST("/api/sessions/{session_id}/slip", of(id))),
  /** `onWords` hears the answer to a turn as it is being said: all of it so far. */
  follow: (
    id: string,
    onEvent: (session: Session) => void,
    onConnection: (there: boolean) => void,
    onWords: (words: Words) => void,
  ) =>
    follow<Session>({
      path: `/api/sessions/${encodeURIComponent(id)}/events`,
      event: "session",
      onEvent,
      also: { words: (value) => onWords(value as Words) },
      onConnection,
    }),
};
