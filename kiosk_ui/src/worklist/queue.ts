/** The day's queue as data: its places in the order they are shown, who matches a search, how long somebody waits. */
import type { Schemas } from "../api/client";

export type Entry = Schemas["WorklistEntry"];
export type Place = Schemas["Queued"];

export const PLACES: readonly Place[] = ["in_room", "called", "waiting", "done"];
/** Stands for patients without a booked time. */
export const NOBODY_BOOKED = "-";

/** By name, number, queue number or words of the complaint; `physician`: whose patients, null for everybody's. */
export function matching(entries: readonly Entry[], query: string, physician: string | null): Entry[] {
  const asked = query.trim().toLowerCase();
  return entries.filter((one) => {
    if (physician !== null && (one.physician_id ?? NOBODY_BOOKED) !== physician) return false;
    const words = [one.name, String(one.outpatient_number), one.queue_number ?? "", one.complaint, ...Object.values(one.complaint_in ?? {})];
    return asked === "" || words.some((word) => word.toLowerCase().includes(asked));
  });
}

export function minutesSince(moment: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(moment)) / 60_000));
}

/** What may become of the open patient next, and the way back. */
export const STEPS: Record<Place, readonly Place[]> = {
  waiting: ["called", "in_room"],
  called: ["in_room", "waiting"],
  in_room: ["done", "waiting"],
  done: ["in_room"],
};
