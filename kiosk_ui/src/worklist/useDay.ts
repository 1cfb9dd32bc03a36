/** One day's patients of one department, read again every half minute. */
import { useCallback, useEffect, useState } from "react";
import type { Schemas } from "../api/client";
import { readWorklist } from "../staff/server";

const AGAIN_MS = 30_000;

export interface Day {
  view: Schemas["WorklistView"] | null;
  failure: unknown;
  refresh: () => void;
}

/** Nothing is asked while `departmentId` is null; undefined stands for the doctor's own. */
export function useDay(departmentId: string | null | undefined, day: string): Day {
  const [view, setView] = useState<Schemas["WorklistView"] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (departmentId === null) return;
    let current = true;
    const read = () =>
      readWorklist(departmentId, day).then(
        (fresh) => {
          if (!current) return;
          setView(fresh);
          setFailure(null);
        },
        (error: unknown) => current && setFailure(error),
      );
    void read();
    const timer = window.setInterval(() => void read(), AGAIN_MS);
    return () => {
      current = false;
      window.clearInterval(timer);
    };
  }, [departmentId, day, asked]);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);
  const fits = view?.day === day && (departmentId === undefined || view.department.department_id === departmentId);
  return { view: fits ? view : null, failure, refresh };
}
