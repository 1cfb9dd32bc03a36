/** What the hospital's own system says of the patient: asked beside the page, and again where it did not answer. */
import { useEffect, useState } from "react";
import type { Schemas } from "../api/client";
import { readHistory } from "../staff/server";

export interface HistoryWork {
  view: Schemas["HistoryView"] | "asking" | "unreachable";
  again: () => void;
}

export function useHistory(number: number): HistoryWork {
  const [tries, setTries] = useState(0);
  const [view, setView] = useState<HistoryWork["view"]>("asking");
  useEffect(() => {
    let current = true;
    readHistory(number).then(
      (read) => current && setView(read),
      () => current && setView("unreachable"),
    );
    return () => {
      current = false;
    };
  }, [number, tries]);
  return {
    view,
    again: () => {
      setView("asking");
      setTries((count) => count + 1);
    },
  };
}
