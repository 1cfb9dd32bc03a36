/** What the board and the worklist ask of the server; a call that meets a lost sign-in says so to whoever listens. */
import { answer, client, Refused, type Schemas, within } from "../api/client";

const QUESTION_PATIENCE_MS = 30_000; // a model may need several rounds for a doctor's question
const HISTORY_PATIENCE_MS = 30_000; // the hospital's own system is asked several times
const CARE_PLAN_PATIENCE_MS = 90_000; // two language models may talk it over first

type Listener = () => void;
const listeners = new Set<Listener>();

/** Calls `listener` when the server no longer knows who sits here. */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function asStaff<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refused && error.status === 401) listeners.forEach((listener) => listener());
    throw error;
  }
}

export const whoAmI = () => answer(client.GET("/api/me"));
export const signInWays = () => answer(client.GET("/api/sign-in"));
/** Where a browser goes to sign in with the hospital's account, or to show once more who it is. */
export const providerAddress = (then: string, again = false) =>
  `/sign-in/provider?${new URLSearchParams({ then, ...(again && { again: "1" }) }).toString()}`;
export const here = () => asStaff(answer(client.POST("/api/security/here")));
export const hasProof = async () => (await answer(client.GET("/api/security/proof"))).seconds > 0;
export const prove = (body: Schemas["ProofRequest"]) =>
  asStaff(answer(client.POST("/api/security/proof", { body })));
export const readSecurity = () => asStaff(answer(client.GET("/api/security")));
export const beginSecondFactor = () => asStaff(answer(client.POST("/api/security/second-factor")));
export const confirmSecondFactor = (code: string) =>
  asStaff(answer(client.POST("/api/security/second-factor/confirm", { body: { code } })));
export const removeSecondFactor = () => asStaff(answer(client.POST("/api/security/second-factor/remove")));
export const newRecoveryCodes = () => asStaff(answer(client.POST("/api/security/recovery-codes")));
export const endSignIn = (sign_in_id: string) =>
  asStaff(answer(client.POST("/api/security/sign-ins/{sign_in_id}/end", { params: { path: { sign_in_id } } })));
export const endOtherSignIns = () => asStaff(answer(client.POST("/api/security/sign-ins/end")));
export const signIn = (body: Schemas["SignInRequest"]) => answer(client.POST("/api/sign-in", { body }));
export const changePassword = (body: Schemas["NewPasswordRequest"]) =>
  asStaff(answer(client.POST("/api/password", { body })));
export const signOut = () => answer(client.POST("/api/sign-out"));
export const readDepartments = () => asStaff(answer(client.GET("/api/departments")));

export interface BoardReading {
  view: Schemas["BoardView"];
  /** How far this computer's clock is behind the server's, in milliseconds. */
  behind: number;
}

const CLOCKS_AGREE_MS = 5_000;

/** `seen`: position of the newest event that was told; undefined: as it is now. */
export async function readBoard(seen?: number): Promise<BoardReading> {
  const call = client.GET("/api/board", { params: { query: { seen } } });
  const view = await asStaff(answer(call));
  const behind = Date.parse((await call).response.headers.get("date") ?? "") - Date.now();
  return { view, behind: Math.abs(behind) > CLOCKS_AGREE_MS ? behind : 0 };
}

type BoardSession = Schemas["BoardSession"];
/** The client's inference turns pairs into lists; the schema's own type is what the server sends. */
const whole = (call: Parameters<typeof answer<unknown>>[0]) => asStaff(answer(call)) as Promise<BoardSession>;
const session = (session_id: string) => ({ params: { path: { session_id } } });

export const readSession = (id: string) => whole(client.GET("/api/board/sessions/{session_id}", session(id)));
export const sendAgain = (outbox_id: number) =>
  asStaff(answer(client.POST("/api/board/deliveries/{outbox_id}/again", { params: { path: { outbox_id } } })));
export const takeOver = (id: string) => whole(client.POST("/api/board/sessions/{session_id}/take-over", session(id)));
export const end = (id: string, body: Partial<Schemas["EndRequest"]> = {}) =>
  whole(client.POST("/api/board/sessions/{session_id}/end", { ...session(id), body }));
export const handBack = (id: string, body: Partial<Schemas["ReleaseRequest"]>) =>
  whole(client.POST("/api/board/sessions/{session_id}/release", { ...session(id), body }));
export const sendMessage = (id: string, body: Schemas["MessageRequest"]) =>
  whole(client.POST("/api/board/sessions/{session_id}/messages", { ...session(id), body }));
export const reroute = (id: string, body: Schemas["RerouteRequest"]) =>
  whole(client.POST("/api/board/sessions/{session_id}/department", { ...session(id), body }));
export const readChart = (id: string) =>
  asStaff(answer(client.GET("/api/board/sessions/{session_id}/chart", session(id)))) as Promise<Schemas["ChartView"]>;
export const linkChart = (id: string, body: Schemas["LinkRequest"]) =>
  whole(client.POST("/api/board/sessions/{session_id}/link", { ...session(id), body }));
export const unlinkChart = (id: string, body: Schemas["UnlinkRequest"]) =>
  whole(client.POST("/api/board/sessions/{session_id}/unlink", { ...session(id), body }));
export const readUsualMessages = () => asStaff(answer(client.GET("/api/board/messages")));
export const readShift = () => asStaff(answer(client.GET("/api/board/shift"))) as Promise<Schemas["ShiftView"]>;
export const acknowledge = (session_id: string, alert_id: string, body: Partial<Schemas["AcknowledgeRequest"]> & { reason: string }) =>
  whole(
    client.POST("/api/board/sessions/{session_id}/alerts/{alert_id}/acknowledge", {
      params: { path: { session_id, alert_id } },
      body,
    }),
  );

const visit = (number: number) => ({ params: { path: { number } } });

export const readWorklist = (department_id: string | undefined, day: string) =>
  asStaff(answer(client.GET("/api/worklist", { params: { query: { department_id, day } } })));
export const readSummary = (number: number) => asStaff(answer(client.GET("/api/worklist/{number}", visit(number))));
export const readHistory = (number: number) =>
  asStaff(answer(client.GET("/api/worklist/{number}/history", { ...visit(number), fetch: within(HISTORY_PATIENCE_MS) })));
export const editStatement = (number: number, body: Schemas["EditRequest"]) =>
  asStaff(answer(client.POST("/api/worklist/{number}/edits", { ...visit(number), body })));
export const addStatement = (number: number, body: Schemas["AddRequest"]) =>
  asStaff(answer(client.POST("/api/worklist/{number}/additions", { ...visit(number), body })));
export const signSummary = (number: number, body: Schemas["SignRequest"]) =>
  asStaff(answer(client.POST("/api/worklist/{number}/signature", { ...visit(number), body })));
export const movePatient = (number: number, body: Schemas["QueueRequest"]) =>
  asStaff(answer(client.POST("/api/worklist/{number}/queue", { ...visit(number), body })));
/** Ids of the physicians whose patients one calls; none: everybody's. */
export const callNext = (physicians: string[]) =>
  asStaff(answer(client.POST("/api/worklist/next", { body: { physicians } })));

export type Written = Schemas["WrittenVisit"];
export const readWritten = (number: number) =>
  asStaff(answer(client.GET("/api/worklist/{number}/written", visit(number)))) as Promise<Schemas["WrittenView"]>;
export const writeVisit = (number: number, body: Written & { version: number }) =>
  asStaff(answer(client.POST("/api/worklist/{number}/written", { ...visit(number), body })));
/** `leaving`: the page is going, and the call goes on without it. */
export const keepDraft = (number: number, body: Written, leaving = false) =>
  asStaff(answer(client.POST("/api/worklist/{number}/draft", { ...visit(number), body, keepalive: leaving })));
export const dropDraft = (number: number) =>
  asStaff(answer(client.POST("/api/worklist/{number}/draft/drop", visit(number)))) as Promise<Schemas["WrittenView"]>;
export const checkPrescription = (number: number, prescription: string) =>
  asStaff(
    answer(
      client.POST("/api/worklist/{number}/prescription", {
        ...visit(number),
        body: { prescription },
        fetch: within(HISTORY_PATIENCE_MS),
      }),
    ),
  );
export const findDiagnoses = (query: string) =>
  asStaff(answer(client.GET("/api/worklist/diagnoses", { params: { query: { query } } })));
export const readCarePlan = (number: number) =>
  asStaff(
    answer(client.GET("/api/worklist/{number}/care-plan", { ...visit(number), fetch: within(CARE_PLAN_PATIENCE_MS) })),
  );
export const askAboutPatient = (number: number, body: Schemas["QuestionRequest"]) =>
  asStaff(
    answer(client.POST("/api/worklist/{number}/questions", { ...visit(number), body, fetch: within(QUESTION_PATIENCE_MS) })),
  );
export const dislikeSummary = (number: number, body: Schemas["DislikeRequest"]) =>
  asStaff(answer(client.POST("/api/worklist/{number}/dislikes", { ...visit(number), body })));

export type OpenPage = Schemas["OpenPage"];

export const instruct = (instruction: string, open: OpenPage | null) =>
  asStaff(answer(client.POST("/api/assistant", { body: { instruction, open } }))) as Promise<Schemas["AssistantAnswer"]>;
export const confirmChange = (body: Schemas["ConfirmRequest"]) =>
  asStaff(answer(client.POST("/api/assistant/changes", { body }))) as Promise<Schemas["ChangeView"]>;
export const undoChange = (change_id: string) =>
  asStaff(
    answer(client.POST("/api/assistant/changes/{change_id}/undo", { params: { path: { change_id } } })),
  ) as Promise<Schemas["ChangeView"]>;
export const readDeleted = () => asStaff(answer(client.GET("/api/assistant/deleted")));
export const restoreRecord = (number: number, version: number) =>
  asStaff(
    answer(client.POST("/api/assistant/deleted/{number}/restore", { ...visit(number), body: { version } })),
  ) as Promise<Schemas["ChangeView"]>;
