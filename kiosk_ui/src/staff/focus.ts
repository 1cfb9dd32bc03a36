/** Moves the focus to what has just appeared. */
import { useEffect, useRef, type RefObject } from "react";

/** The focus goes there with the next frame: what loses it may still be at work in this one. */
export function useFocusOnceShown<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useEffect(() => {
    const soon = window.requestAnimationFrame(() => shown.current?.focus());
    return () => window.cancelAnimationFrame(soon);
  }, []);
  return shown;
}
