/** Notices that nobody is there any more: first a warning with its seconds, then the end. */
import { useEffect, useRef, useState } from "react";
import { onWords } from "./voice/hearing";

const SIGNS_OF_LIFE = ["pointerdown", "keydown", "input", "wheel", "touchmove"] as const;

interface Patience {
  active: boolean;
  quietSeconds: number;
  warningSeconds: number;
  /** Anything whose change means that something happened here (a nurse's line, an answer). */
  pulse: unknown;
  onGone: () => void;
}

/** Seconds left of the warning; null while there is none. Touching anything, and speaking, ends the warning. */
export function useIdle({ active, quietSeconds, warningSeconds, pulse, onGone }: Patience): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const gone = useRef(onGone);
  const warned = left !== null;

  useEffect(() => {
    gone.current = onGone;
  });

  useEffect(() => {
    if (!active) return;
    let timer = 0;
    const wait = () => {
      setLeft(null);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setLeft(warningSeconds), quietSeconds * 1000);
    };
    wait();
    SIGNS_OF_LIFE.forEach((sign) => window.addEventListener(sign, wait, { capture: true, passive: true }));
    const quiet = onWords(wait);
    return () => {
      quiet();
      window.clearTimeout(timer);
      SIGNS_OF_LIFE.forEach((sign) => window.removeEventListener(sign, wait, { capture: true }));
      setLeft(null);
    };
  }, [active, quietSeconds, warningSeconds, pulse]);

  useEffect(() => {
    if (!warned) return;
    const until = Date.now() + warningSeconds * 1000;
    const timer = window.setInterval(() => {
      const seconds = Math.ceil((until - Date.now()) / 1000);
      if (seconds > 0) setLeft(seconds);
      else {
        setLeft(null);
        gone.current();
      }
    }, 250);
    return () => window.clearInterval(timer);
  }, [warned, warningSeconds]);

  return left;
}
