/** One patient's page: read, read again while nobody writes, edited against the version it was read at. */
import { useCallback, useEffect, useState } from "react";
import { Refused } from "../api/client";
import { addStatement, editStatement, readSummary, signSummary, writeVisit, type Written } from "../staff/server";
import type { Section, Summary } from "./page";

const AGAIN_MS = 15_000;

/** Words that met a page somebody else had changed meanwhile; `theirs` is what stands there now. */
export interface Conflict {
  statementId: string | null;
  mine: string;
  theirs: string | null;
  /** Whether the same sentence was changed, or only another one. */
  same: boolean;
}

export interface PageWork {
  summary: Summary | null;
  failure: unknown;
  conflict: Conflict | null;
  edit: (statementId: string, text: string) => Promise<boolean>;
  add: (section: Section, text: string) => Promise<boolean>;
  /** Keeps what is written of the visit, then signs; `despite`: sentences that are marked as not right. */
  sign: (written: Written, despite: readonly string[]) => Promise<boolean>;
  write: (written: Written) => Promise<boolean>;
  settle: () => void;
}

/** The words are in the form still. */
const nothingOfMine = (): Conflict => ({ statementId: null, mine: "", theirs: null, same: false });

function textOf(summary: Summary | null, statementId: string): string | null {
  return summary?.summary?.statements.find((one) => one.statement_id === statementId)?.text ?? null;
}

export function usePage(number: number, changes: number, writing: boolean, onChanged: () => void): PageWork {
  const [summary, setSummary] = useState<Summary | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const read = useCallback(async () => {
    const fresh = await readSummary(number);
    setSummary((old) => (old?.version === fresh.version && old.entry.outpatient_number === number ? old : fresh));
    return fresh;
  }, [number]);

  useEffect(() => {
    let current = true;
    readSummary(number).then(
      (fresh) => current && setSummary(fresh),
      (error: unknown) => current && setFailure(error),
    );
    return () => {
      current = false;
    };
  }, [number, changes]);

  useEffect(() => {
    if (writing) return;
    const timer = window.setInterval(() => void read().catch(() => undefined), AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [writing, read]);

  const change = async (call: () => Promise<Summary>, met: (theirs: Summary) => Conflict | null) => {
    setFailure(null);
    try {
      setSummary(await call());
      setConflict(null);
      onChanged();
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === "version_conflict") setConflict(met(await read()));
      else setFailure(error);
      return false;
    }
  };
  const version = summary?.version ?? 0;
  return {
    summary,
    failure,
    conflict,
    edit: (statementId, text) => {
      const before = textOf(summary, statementId);
      return change(
        () => editStatement(number, { statement_id: statementId, text, version }),
        (fresh) => {
          const theirs = textOf(fresh, statementId);
          return { statementId, mine: text, theirs, same: theirs !== before };
        },
      );
    },
    add: (section, text) =>
      change(
        () => addStatement(number, { section, text, version }),
        () => ({ statementId: null, mine: text, theirs: null, same: false }),
      ),
    write: (written) => change(() => writeVisit(number, { ...written, version }), nothingOfMine),
    sign: (written, despite) =>
      change(async () => {
        const kept = await writeVisit(number, { ...written, version });
        return signSummary(number, { version: kept.version, despite: [...despite] });
      }, nothingOfMine),
    settle: () => setConflict(null),
  };
}
