/** The way to a place, asked of the server: three steps and the floors they are on. */
import { useContext, useEffect, useState } from "react";
import { kiosk, type Destination, type Language, type Way } from "../../api/kiosk";
import { LargeType } from "../display";

/** `null` while it is asked; without steps where there are no plans, or no answer. */
export type Led = Way | null;

const NO_WAY: Way = { steps: [], drawings: [], step_free_differs: false };

export function useWay(to: Destination | null, language: Language, stepFree = false): Led {
  const large = useContext(LargeType);
  const asked = to === null ? null : JSON.stringify([to, language, large, stepFree]);
  const [answer, setAnswer] = useState<{ asked: string; way: Way } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    let wanted = true;
    const found = (way: Way) => wanted && setAnswer({ asked, way });
    const [where] = JSON.parse(asked) as [Destination];
    kiosk.way(where, { language, large, step_free: stepFree }).then(found, () => found(NO_WAY));
    return () => {
      wanted = false;
    };
  }, [asked, language, large, stepFree]);
  if (asked === null) return NO_WAY;
  return answer?.asked === asked ? answer.way : null;
}
