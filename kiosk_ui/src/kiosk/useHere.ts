/** A paired kiosk tells the server now and then that it is on: the board knows by it which one is off. */
import { useEffect } from "react";
import { kiosk } from "../api/kiosk";

const EVERY_MS = 20_000;

export function useHere(paired: boolean): void {
  useEffect(() => {
    if (!paired) return;
    // A server that is away is told of elsewhere.
    const tell = () => void kiosk.here().catch(() => undefined);
    tell();
    const timer = window.setInterval(tell, EVERY_MS);
    return () => window.clearInterval(timer);
  }, [paired]);
}
