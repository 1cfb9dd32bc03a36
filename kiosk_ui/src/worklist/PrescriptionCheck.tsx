/** A prescription held against the patient's medicines, allergies and illnesses; what was not checked is said. */
import { useEffect, useState } from "react";
import type { Schemas } from "../api/client";
import { CautionItem } from "../staff/Medicines";
import { checkPrescription } from "../staff/server";
import { useWords } from "../staff/words";
import { doseWords } from "../staff/doses";
import { reconciled } from "./page";

const PAUSE_MS = 700;

type View = Schemas["PrescriptionView"];

/** The check of a prescription's words, a moment after they stand still. */
export function usePrescriptionCheck(number: number, prescription: string): View | "asking" | "unreachable" | null {
  const words = prescription.trim();
  const [answered, setAnswered] = useState<{ words: string; view: View | "unreachable" } | null>(null);
  useEffect(() => {
    if (words === "") return;
    let current = true;
    const timer = window.setTimeout(() => {
      checkPrescription(number, words).then(
        (view) => current && setAnswered({ words, view }),
        () => current && setAnswered({ words, view: "unreachable" }),
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [number, words]);
  if (words === "") return null;
  return answered?.words === words ? answered.view : "asking";
}

export function PrescriptionCheck({ number, prescription }: { number: number; prescription: string }) {
  const view = usePrescriptionCheck(number, prescription);
  return view === null ? null : <CheckResult view={view} />;
}

export function CheckResult({ view }: { view: View | "asking" | "unreachable" }) {
  const { say, inLanguage, language, row } = useWords();
  if (view === "asking") return <p className="quiet">{say("worklist.check.asking")}</p>;
  if (view === "unreachable") return <p className="contradiction">{say("worklist.check.unreachable")}</p>;
  const already = ({ already: those }: View) =>
    reconciled(those).now.map((one) => `${inLanguage(one.name)} ${doseWords(one.dose, language)}`.trim());
  return (
    <div className="prescription-check" role="status">
      {view.cautions.length > 0 && (
        <ul className="cautions">
          {view.cautions.map((one, place) => (
            <CautionItem key={place} caution={one} />
          ))}
        </ul>
      )}
      {view.already.length > 0 && (
        <p>{say("worklist.check.already", { medicines: row(already(view)) })}</p>
      )}
      {view.medicines.length > 0 && (
        <p className="quiet">
          {say(view.cautions.length === 0 ? "worklist.check.nothing" : "worklist.check.against", {
            medicines: row(view.medicines.map((one) => inLanguage(one.name))),
            count: view.against,
          })}
        </p>
      )}
      {view.unread.length > 0 && (
        <p className="contradiction">{say("worklist.check.unread", { words: row(view.unread) })}</p>
      )}
      <p className="quiet">{say("worklist.check.never")}</p>
    </div>
  );
}
