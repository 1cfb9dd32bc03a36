/** The visit as it is being written: read once, kept as a draft while the doctor writes, restored after a reload. */
import { useCallback, useEffect, useRef, useState } from "react";
import { dropDraft, keepDraft, readWritten, type Written } from "../staff/server";

const PAUSE_MS = 1_000;

export interface WritingWork {
  /** Null until it is read. */
  form: Written | null;
  change: (part: Partial<Written>) => void;
  /** The form says something else than the record. */
  differs: boolean;
  draftAt: string | null;
  /** The form is a draft that was there when the page was opened. */
  restored: boolean;
  failure: unknown;
  /** The record says now what the form says. */
  kept: () => void;
  leave: () => Promise<void>;
}

export const same = (one: Written, other: Written) => JSON.stringify(one) === JSON.stringify(other);

export function useWritten(number: number, writes: boolean): WritingWork {
  const [form, setForm] = useState<Written | null>(null);
  const [stands, setStands] = useState<Written | null>(null);
  const [draftAt, setDraftAt] = useState<string | null>(null);
  const [restored, setRestored] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const unsaved = useRef<Written | null>(null);

  useEffect(() => {
    if (!writes) return;
    let current = true;
    readWritten(number).then(
      ({ written, draft, draft_at }) => {
        if (!current) return;
        setStands(written);
        setForm(draft ?? written);
        setDraftAt(draft_at);
        setRestored(draft !== null && !same(draft, written));
      },
      (error: unknown) => current && setFailure(error),
    );
    return () => {
      current = false;
    };
  }, [number, writes]);

  const save = useCallback(
    async (leaving = false) => {
      const words = unsaved.current;
      if (words === null) return;
      unsaved.current = null;
      try {
        const { at } = await keepDraft(number, words, leaving);
        setDraftAt(at);
        setFailure(null);
      } catch (error) {
        unsaved.current ??= words;
        setFailure(error);
      }
    },
    [number],
  );

  useEffect(() => {
    const timer = window.setInterval(() => void save(), PAUSE_MS);
    const leaving = () => void save(true);
    window.addEventListener("pagehide", leaving);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("pagehide", leaving);
      void save(true);
    };
  }, [save]);

  return {
    form,
    change: (part) => {
      if (form === null) return;
      const next = { ...form, ...part };
      unsaved.current = next;
      setForm(next);
      setRestored(false);
    },
    differs: form !== null && stands !== null && !same(form, stands),
    draftAt,
    restored,
    failure,
    kept: () => {
      unsaved.current = null;
      setStands(form);
      setDraftAt(null);
      setRestored(false);
    },
    leave: async () => {
      unsaved.current = null;
      try {
        const { written } = await dropDraft(number);
        setStands(written);
        setForm(written);
        setDraftAt(null);
        setRestored(false);
      } catch (error) {
        setFailure(error);
      }
    },
  };
}
