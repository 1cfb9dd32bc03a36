/** What a section shows, read when it opens and again when something was changed. */
import { useCallback, useEffect, useState } from "react";

export interface Loaded<T> {
  value: T | null;
  failure: unknown;
  /** Reads it anew. */
  again: () => void;
  /** What a change was answered with stands for what would be read. */
  set: (value: T) => void;
}

/** `read` has to stay the same function from one drawing to the next. */
export function useLoaded<T>(read: () => Promise<T>): Loaded<T> {
  const [value, set] = useState<T | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let wanted = true;
    read().then(
      (told) => {
        if (!wanted) return;
        set(told);
        setFailure(null);
      },
      (error: unknown) => wanted && setFailure(error),
    );
    return () => {
      wanted = false;
    };
  }, [read, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  return { value, failure, again, set };
}
