/** How this glass shows things: type size, colours, reach, and how many pixels a millimetre has. */
import { createContext, useEffect, useState } from "react";

export type Colours = "light" | "dark" | "contrast";

export interface Display {
  large: boolean;
  low: boolean;
  colours: Colours;
  setLarge: (large: boolean) => void;
  setLow: (low: boolean) => void;
  setColours: (colours: Colours) => void;
  /** Back to how this kiosk stands for the next person. */
  reset: () => void;
}

/** Whether the type is large, for what is drawn with words in it. */
export const LargeType = createContext(false);

const KEPT_MM = "frontdesk.mm";

/** Pixels of one millimetre, from `?mm=` or as remembered; null: the style sheet's own. */
export function calibration(query: string, storage: Storage): number | null {
  const asked = new URLSearchParams(query).get("mm");
  if (asked !== null) storage.setItem(KEPT_MM, asked);
  const pixels = Number(storage.getItem(KEPT_MM));
  return pixels >= 1 && pixels <= 40 ? pixels : null;
}

function preferred(): Colours {
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** So a session was shown, for who takes it up again at this kiosk. */
interface Kept {
  large: boolean;
  low: boolean;
  colours: Colours | null;
}

const KEPT_DISPLAY = "frontdesk.display.";

/** `sessionId`: whose display it is; one that is taken up again is shown as it was left. */
export function useDisplay(sessionId: string | null): Display {
  const [large, setLarge] = useState(false);
  const [low, setLow] = useState(false);
  const [chosen, setColours] = useState<Colours | null>(null);
  const colours = chosen ?? preferred();

  useEffect(() => {
    const millimetre = calibration(location.search, localStorage);
    if (millimetre !== null) document.documentElement.style.setProperty("--mm", `${millimetre}px`);
  }, []);

  useEffect(() => {
    const page = document.documentElement;
    page.toggleAttribute("data-large", large);
    page.toggleAttribute("data-low", low);
    page.dataset.theme = colours;
  }, [large, low, colours]);

  const [shownFor, setShownFor] = useState<string | null>(null);
  if (sessionId !== shownFor) {
    setShownFor(sessionId);
    const kept = sessionId === null ? null : sessionStorage.getItem(KEPT_DISPLAY + sessionId);
    if (kept !== null) {
      const was = JSON.parse(kept) as Kept;
      setLarge(was.large);
      setLow(was.low);
      setColours(was.colours);
    }
  }

  useEffect(() => {
    if (sessionId === null || sessionId !== shownFor) return;
    const kept: Kept = { large, low, colours: chosen };
    sessionStorage.setItem(KEPT_DISPLAY + sessionId, JSON.stringify(kept));
  }, [sessionId, shownFor, large, low, chosen]);

  const reset = () => {
    setLarge(false);
    setLow(false);
    setColours(null);
  };
  return { large, low, colours, setLarge, setLow, setColours, reset };
}
