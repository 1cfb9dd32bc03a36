/** The conversation, held for the pages: what to show and what can be done. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { conversation, type Deeds } from "./conversation";
import type { State } from "./reception";

export interface Reception extends State, Deeds {}

export function useReception(): Reception {
  const [{ read, subscribe, deeds }] = useState(conversation);
  const state = useSyncExternalStore(subscribe, read);
  const id = state.session?.session_id;
  const ended = state.session?.phase === "ended";

  useEffect(() => void deeds.open(), [deeds]);
  useEffect(() => (id === undefined || ended ? undefined : deeds.follow(id)), [deeds, id, ended]);

  return { ...state, ...deeds };
}
