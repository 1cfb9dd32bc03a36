/** One instruction at a time: asked, answered, and a change confirmed, met by somebody else's, or undone. */
import { useState } from "react";
import { Refused, type Schemas } from "../../api/client";
import { confirmChange, instruct, undoChange, type OpenPage } from "../server";

export type Answer = Schemas["AssistantAnswer"];
export type Preview = Schemas["PreviewView"];
export type Change = Schemas["ChangeView"];
export type Later = Schemas["Later"];

export interface Records {
  busy: boolean;
  /** The words that were asked last. */
  asked: string;
  answer: Answer | null;
  done: Change | null;
  conflicts: readonly Later[] | null;
  failure: unknown;
  ask: (instruction: string) => Promise<void>;
  confirm: (reason: string) => Promise<void>;
  undo: () => Promise<void>;
  close: () => void;
}

interface Shown {
  answer: Answer | null;
  done: Change | null;
  conflicts: readonly Later[] | null;
  failure: unknown;
}

const nothing: Shown = { answer: null, done: null, conflicts: null, failure: null };

export function useRecords(open: OpenPage | null, onChanged: () => void): Records {
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState("");
  const [shown, setShown] = useState<Shown>(nothing);

  const during = async (call: () => Promise<Shown>) => {
    setBusy(true);
    try {
      setShown(await call());
    } catch (error) {
      const met = error instanceof Refused && error.code === "version_conflict";
      setShown((now) => (met ? { ...nothing, conflicts: error.conflicts } : { ...now, failure: error }));
    } finally {
      setBusy(false);
    }
  };
  const changed = (done: Change): Shown => {
    onChanged();
    return { ...nothing, done };
  };
  const { answer, done } = shown;
  return {
    busy,
    asked,
    ...shown,
    ask: async (instruction) => {
      setAsked(instruction);
      await during(async () => {
        const answer = await instruct(instruction, open);
        return { ...nothing, answer, done: answer.last_change };
      });
    },
    confirm: async (reason) => {
      const preview = answer?.preview;
      if (!preview) return;
      const seen = preview.rows.flatMap(({ outpatient_number, version }) =>
        outpatient_number === null || version === null ? [] : [{ outpatient_number, version }],
      );
      await during(async () => changed(await confirmChange({ token: preview.token, seen, reason })));
    },
    undo: async () => {
      if (done) await during(async () => changed(await undoChange(done.change_id)));
    },
    close: () => setShown(nothing),
  };
}
