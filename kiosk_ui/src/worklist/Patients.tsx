/** The left side: the day's patients in the order of their time. */
import { useEffect, useRef } from "react";
import type { Schemas } from "../api/client";
import { LevelMark } from "../staff/LevelMark";
import { ageWords, sexWords, useWords } from "../staff/words";

interface Props {
  entries: readonly Schemas["WorklistEntry"][];
  chosen: number | null;
  onChoose: (number: number) => void;
}

export function Patients({ entries, chosen, onChoose }: Props) {
  const { say, row, intl } = useWords();
  const chosenRow = useRef<HTMLButtonElement>(null);
  // In braces: newer browsers answer with a promise, which React would take for the clean-up.
  useEffect(() => {
    chosenRow.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  if (entries.length === 0) return <p className="no-patients quiet">{say("worklist.nobody")}</p>;
  return (
    <ol className="patients">
      {entries.map((entry) => (
        <li key={entry.outpatient_number}>
          <button
            ref={entry.outpatient_number === chosen ? chosenRow : undefined}
            type="button"
            className="patient"
            aria-current={entry.outpatient_number === chosen}
            onClick={() => onChoose(entry.outpatient_number)}
          >
            <span className="patient-time tabular">
              {intl.formatTime(entry.time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}
            </span>
            <span className="patient-name">
              {entry.name || say("worklist.guest")}{" "}
              <span className="patient-age">
                {row([entry.age && ageWords(entry.age, say), sexWords(entry.sex, say)])}
              </span>
            </span>
            <span className="patient-queue tabular">{entry.queue_number}</span>
            <span className="patient-complaint">{entry.complaint}</span>
            <span className="patient-flags">
              {entry.level && <LevelMark level={entry.level} />}
              {entry.state === "signed" && <span className="patient-signed">✓ {say("worklist.is_signed")}</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
