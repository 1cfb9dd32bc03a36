/** Reads the board and the open session; many reasons at once become one reading at a time. */
import { Refused, type Schemas } from "../api/client";
import { readBoard, readSession, type BoardReading } from "../staff/server";
import { coalesced } from "./coalesced";

export interface Happened {
  position: number;
  session_id: string;
  kind: string;
}

interface Takers {
  onBoard: (reading: BoardReading) => void;
  onSession: (session: Schemas["BoardSession"] | null) => void;
  /** No answer came, or a refusal. */
  onSilence: () => void;
}

// In a busy hall something happens many times a second, and every board would ask as fast as it is answered.
const PAUSE_MS = 1_000;
const URGENT = new Set(["alert_raised", "called_again", "consent_declined", "alert_acknowledged", "taken_over", "released"]);

export function boardReader({ onBoard, onSession, onSilence }: Takers) {
  let wanted: string | null = null;
  let seen: number | undefined;
  const board = coalesced(async () => {
    try {
      onBoard(await readBoard(seen));
    } catch {
      onSilence();
    }
  }, PAUSE_MS);
  const session = coalesced(async () => {
    const id = wanted;
    if (id === null) return;
    try {
      const read = await readSession(id);
      if (wanted === id) onSession(read);
    } catch (error) {
      if (error instanceof Refused && error.status === 404 && wanted === id) onSession(null);
    }
  });
  return {
    board,
    want: (id: string | null) => {
      wanted = id;
      session();
    },
    both: () => {
      seen = undefined;
      board(true);
      session();
    },
    /** Something happened in one session. */
    happened: ({ position, session_id: id, kind }: Happened) => {
      seen = position || undefined; // an alarm may come before it is written
      board(URGENT.has(kind));
      if (id === wanted) session();
    },
  };
}
