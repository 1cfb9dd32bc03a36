/** Diagnoses of the visit: searched in the hospital's list by code, word or initials, or kept as free text. */
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { findDiagnoses } from "../staff/server";
import { useWords } from "../staff/words";

type Diagnosis = Schemas["Diagnosis"];
type Coded = Schemas["CodedDiagnosisView"];

const PAUSE_MS = 200;

interface Props {
  diagnoses: readonly Diagnosis[];
  onChange: (diagnoses: Diagnosis[]) => void;
}

export function DiagnosisPicker({ diagnoses, onChange }: Props) {
  const { say, inLanguage } = useWords();
  const id = useId();
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<{ query: string; those: readonly Coded[] }>({ query: "", those: [] });
  const asked = query.trim();
  useEffect(() => {
    if (asked === "") return;
    let current = true;
    const timer = window.setTimeout(() => {
      findDiagnoses(asked).then(
        (view) => current && setFound({ query: asked, those: view.found }),
        () => current && setFound({ query: asked, those: [] }),
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [asked]);
  const add = (one: Diagnosis) => {
    setQuery("");
    if (!diagnoses.some((other) => other.code === one.code && other.words === one.words)) onChange([...diagnoses, one]);
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (asked !== "") add({ code: "", words: asked });
  };
  const matches = asked === "" || found.query !== asked ? [] : found.those;
  return (
    <div className="visit-box diagnoses">
      <label htmlFor={id}>{say("worklist.visit.diagnosis")}</label>
      {diagnoses.length > 0 && (
        <ol className="diagnoses-chosen">
          {diagnoses.map((one, place) => (
            <li key={`${one.code} ${one.words}`}>
              {one.words} <span className="quiet">{one.code === "" ? say("worklist.visit.free_text") : one.code}</span>
              <Button
                kind="quiet"
                className="plain-press take-off"
                aria-label={say("worklist.visit.take_off", { words: one.words })}
                onPress={() => onChange(diagnoses.filter((_, other) => other !== place))}
              >
                ×
              </Button>
            </li>
          ))}
        </ol>
      )}
      <input
        id={id}
        className="input"
        autoComplete="off"
        maxLength={60}
        placeholder={say("worklist.visit.diagnosis.search")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={keyed}
      />
      {asked !== "" && (
        <ul className="diagnoses-found" aria-label={say("worklist.visit.diagnosis.found")}>
          {matches.map((one) => (
            <li key={one.code}>
              <button type="button" onClick={() => add({ code: one.code, words: inLanguage(one.title) })}>
                <span className="diagnosis-code tabular">{one.code}</span> {inLanguage(one.title)}
              </button>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => add({ code: "", words: asked })}>
              {say("worklist.visit.diagnosis.free", { words: asked })}
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
