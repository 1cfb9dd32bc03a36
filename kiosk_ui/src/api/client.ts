/** The one door to the server: typed calls, problems as errors, and the event stream. */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];
export type Problem = Schemas["Problem"];

const PATIENCE_MS = 15_000;

type StepUp = () => Promise<boolean>;
let stepUp: StepUp | null = null;

/** `ask` lets whoever is signed in show once more who they are; false when they would not. */
export function onStepUp(ask: StepUp): () => void {
  stepUp = ask;
  return () => {
    if (stepUp === ask) stepUp = null;
  };
}

/** Gives a call up after so many milliseconds; one that needs a step-up is asked again after it. */
export const within = (patience: number) => async (request: Request) => {
  const ask = stepUp;
  if (!ask) return globalThis.fetch(request, { signal: AbortSignal.timeout(patience) });
  const again = request.clone();
  const answer = await globalThis.fetch(request, { signal: AbortSignal.timeout(patience) });
  if (answer.status !== 403 || !(await asksAgain(answer)) || !(await ask())) return answer;
  return globalThis.fetch(again, { signal: AbortSignal.timeout(patience) });
};

async function asksAgain(answer: Response): Promise<boolean> {
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return isProblem(problem) && problem.code === "step_up_needed";
}

export const client = createClient<paths>({
  baseUrl: location.origin,
  credentials: "same-origin",
  headers: { "X-Frontdesk": "1" }, // a mark that no other site's form can set
  fetch: within(PATIENCE_MS),
});

/** The server understood and said no. `code` is stable and names a catalogue entry. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly errors: readonly string[] = [],
    /** Of a change that came too late: who changed what. */
    readonly conflicts: readonly Schemas["Later"][] = [],
  ) {
    super(`${status} ${code}`);
  }
}

/** No answer came: the same call may be sent again. */
export class Unreachable extends Error {}

interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer of a call, or `Refused`, or `Unreachable` (also for a gateway that is alone). */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<T> {
  const outcome = await call.catch(() => {
    throw new Unreachable();
  });
  if (outcome.data !== undefined) return outcome.data;
  const { status } = outcome.response;
  if (status >= 500) throw new Unreachable();
  const problem = isProblem(outcome.error) ? outcome.error : undefined;
  throw new Refused(status, problem?.code ?? "unknown", problem?.errors, problem?.conflicts);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";
}

export interface Stream<T> {
  path: string;
  event: string;
  onEvent: (value: T) => void;
  /** Further kinds of event on the same stream. */
  also?: Record<string, (value: unknown) => void>;
  /** Called when the stream breaks (false) and when it is there again (true). */
  onConnection?: (there: boolean) => void;
}

const REOPEN_MS = 3_000;

/**
 * Follows server-sent events until the returned function is called. The browser reconnects by itself with
 * Last-Event-ID; after an answer that is not a stream it gives up, so it is opened anew here.
 */
export function follow<T>({ path, event, onEvent, also = {}, onConnection }: Stream<T>): () => void {
  let source: EventSource;
  let timer: number | undefined;
  const open = () => {
    source = new EventSource(path);
    source.addEventListener("open", () => onConnection?.(true));
    source.addEventListener(event, (message: MessageEvent<string>) => onEvent(JSON.parse(message.data) as T));
    for (const [kind, onOther] of Object.entries(also))
      source.addEventListener(kind, (message: MessageEvent<string>) => onOther(JSON.parse(message.data)));
    source.addEventListener("error", () => {
      onConnection?.(false);
      if (source.readyState === EventSource.CLOSED) timer = window.setTimeout(open, REOPEN_MS);
    });
  };
  open();
  return () => {
    window.clearTimeout(timer);
    source.close();
  };
}
