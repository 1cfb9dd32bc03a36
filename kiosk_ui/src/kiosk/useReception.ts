/** The conversation, held for the pages: what to show and what can be done. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { conversation, type Commands } from "./conversation";
import type { State } from "./reception";

export interface Reception extends State, Commands {}

export function useReception(): Reception {
  const [{ read, subscribe, commands }] = useState(conversation);
  const state = useSyncExternalStore(subscribe, read);
  const id = state.session?.session_id;
  const ended = state.session?.phase === "ended";

  useEffect(() => void commands.open(), [commands]);
  useEffect(() => (id === undefined || ended ? undefined : commands.follow(id)), [commands, id, ended]);

  return { ...state, ...commands };
}
