/** Moves the focus to what has just appeared, and back when that is gone. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** The focus goes there with the next frame: what loses it may still be at work in this one. */
export function useFocusOnceShown<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useEffect(() => {
    const soon = window.requestAnimationFrame(() => shown.current?.focus());
    return () => window.cancelAnimationFrame(soon);
  }, []);
  return shown;
}

/** Back to what was pressed to open it; where that is gone, to the heading of the page. */
export function useFocusComesBack(): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      window.requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const to = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null;
        (to ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus();
      });
    };
  }, []);
}
