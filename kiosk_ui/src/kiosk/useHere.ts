/** A paired kiosk tells the server now and then that it is on: the board knows by it which one is off. */
import { useEffect } from "react";
import { kiosk } from "../api/kiosk";

/** Where the server did not answer, and so has not said when to tell it again. */
const AGAIN_S = 20;

export function useHere(paired: boolean): void {
  useEffect(() => {
    if (!paired) return;
    let timer = 0;
    let gone = false;
    const tell = async () => {
      const seconds = await kiosk.here().then(({ again_seconds }) => again_seconds, () => AGAIN_S);
      if (!gone) timer = window.setTimeout(() => void tell(), seconds * 1000);
    };
    void tell();
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [paired]);
}
