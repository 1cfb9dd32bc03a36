/** Single keys as commands, silent while somebody writes, and switched off by whoever does not want them. */
import { createContext, useContext, useEffectEvent, useLayoutEffect, useState } from "react";

const KEPT = "frontdesk.keys";

/** Whether single keys are on (WCAG 2.1.4 asks that they can be turned off). */
export function useKeysOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(KEPT) !== "off");
  const keep = (value: boolean) => {
    localStorage.setItem(KEPT, value ? "on" : "off");
    setOn(value);
  };
  return [on, keep];
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName) || target.role === "option")
  );
}

/** A command that answers false leaves the key to the page. */
export type Command = () => unknown;

/** False while the page stands behind something that has the keys. */
export const Heard = createContext(true);

export function useKeys(commands: Partial<Record<string, Command>>, on = true): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (isWriting(event.target)) return;
    const command = commands[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (command && command() !== false) event.preventDefault();
  });
  const heard = useContext(Heard) && on;
  // Before the picture shows: whoever sees what a key does may press it at once.
  useLayoutEffect(() => {
    if (!heard) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [heard]);
}
