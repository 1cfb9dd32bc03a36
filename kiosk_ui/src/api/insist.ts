/** Sending until answered: the network may be away for a while, the patient's words stay. */
import { Unreachable } from "./client";

const FIRST_PAUSE_MS = 800;
const LONGEST_PAUSE_MS = 5_000;

interface Patience {
  /** Told after each failed try, counting from 1. */
  onLost: (tries: number) => void;
  stillWanted: () => boolean;
}

/** The answer of `send`, tried again while nobody answers; refusals pass through at once. */
export async function insist<T>(send: () => Promise<T>, { onLost, stillWanted }: Patience): Promise<T> {
  let pause = FIRST_PAUSE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Unreachable) || !stillWanted()) throw error;
      onLost(tries);
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!stillWanted()) throw error;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

/**
 * `send` made safe to repeat where the server does not know it as the same call: before sending again, look whether
 * the first one arrived after all.
 */
export function once<T>(send: () => Promise<T>, arrived: () => Promise<T | null>): () => Promise<T> {
  let sent = false;
  return async () => {
    const before = sent ? await arrived() : null;
    sent = true;
    return before ?? send();
  };
}
