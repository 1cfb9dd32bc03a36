/** One thing a member of staff does: busy while the server is asked, and what went wrong if it did. */
import { useCallback, useState } from "react";

export interface Command {
  busy: boolean;
  failure: unknown;
  /** True when it was done. */
  run: (call: () => Promise<unknown>) => Promise<boolean>;
  forget: () => void;
}

export function useCommand(): Command {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = useCallback(async (call: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await call();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  const forget = useCallback(() => setFailure(null), []);
  return { busy, failure, run, forget };
}
