/** A patient's own data: a form, what it would change before it does, the way back, the merge, and the history. */
import { useEffect, useState } from "react";
import { Refused, type Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { CLOCK, useWords } from "../staff/words";
import { HistoryList } from "./HistoryList";
import { MergePart } from "./MergePart";
import { PatientForm } from "./PatientForm";
import { PersonalPart } from "./PersonalPart";
import { readPatient, undoPatient, type Made, type PatientView } from "./server";
import { troubleWords } from "./trouble";

interface Props {
  patient_id: string;
  me: Schemas["Me"];
  changes: number;
  onChanged: () => void;
  onShowAll: (patient: string) => void;
}

export function PatientPart({ patient_id, me, changes, onChanged, onShowAll }: Props) {
  const { say, row } = useWords();
  const [view, setView] = useState<PatientView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [other, setOther] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const settle = (told: Outcome) => {
    setOutcome(told);
    setOther("");
    onChanged();
  };
  useEffect(() => {
    let wanted = true;
    readPatient(patient_id).then(
      (told) => {
        if (!wanted) return;
        setView(told);
        setFailure(null);
      },
      (error: unknown) => wanted && setFailure(error),
    );
    return () => {
      wanted = false;
    };
  }, [patient_id, changes]);
  if (failure instanceof Refused && (failure.status === 404 || failure.status === 403))
    return outcome ? (
      <OutcomeNotice outcome={outcome} onUndone={onChanged} />
    ) : (
      <p className="notice">{say("sheet.patient.no_such")}</p>
    );
  if (failure !== null) return <Failure of={failure} />;
  if (view === null) return <p className="quiet">{say("sheet.table.loading")}</p>;
  const number = view.patient.patient_id;
  const merged = (made: Made, old: string) =>
    settle({ words: say("sheet.merge.done", { old, kept: made.patient_id }), made });
  return (
    <>
      {view.asked !== null && (
        <p className="notice">
          <strong>{number}</strong> · {say("sheet.patient.leads_here", { asked: view.asked })}
        </p>
      )}
      {view.former.length > 0 && (
        <p className="quiet">{say("sheet.patient.former", { numbers: row(view.former) })}</p>
      )}
      {view.alike.length > 0 && (
        <div className="notice notice-urgent sheet-alike">
          <p>{say("sheet.patient.alike")}</p>
          {view.alike.map((one) => (
            <Button key={one.patient_id} className="plain-press" onPress={() => setOther(one.patient_id)}>
              {view.merges ? say("sheet.patient.compare_one", { number: one.patient_id }) : one.patient_id}
            </Button>
          ))}
        </div>
      )}
      {outcome && <OutcomeNotice outcome={outcome} onUndone={() => settle({ words: say("sheet.patient.undone") })} />}
      <PatientForm
        key={`${number}-${JSON.stringify(view.patient)}`}
        view={view}
        onDone={(made) => settle({ words: say("sheet.patient.done"), made })}
        onOvertaken={(error) => settle({ words: say(troubleWords(error)), isTrouble: true })}
      />
      <p>
        <Button kind="quiet" className="plain-press" onPress={() => onShowAll(number)}>
          {say("sheet.patient.records", { count: view.records })}
        </Button>
      </p>
      {view.merges && <MergePart key={`${number}-${other}`} kept={number} suggested={other} onDone={merged} />}
      {me.role === "records_officer" && (
        <PersonalPart
          key={`personal-${number}`}
          number={number}
          onErased={() => settle({ words: say("sheet.personal.done", { number }) })}
        />
      )}
      <HistoryList happened={view.happened} me={me} onChanged={() => settle({ words: say("sheet.patient.undone") })} />
    </>
  );
}

interface Outcome {
  words: string;
  isTrouble?: boolean;
  /** What was done, while it can be taken back. */
  made?: Made;
}

function OutcomeNotice({ outcome, onUndone }: { outcome: Outcome; onUndone: () => void }) {
  const { say, intl } = useWords();
  const { busy, failure, run } = useCommand();
  const { words, isTrouble = false, made } = outcome;
  const undo = async (id: string) => {
    if (await run(() => undoPatient(id))) onUndone();
  };
  return (
    <div className={`notice sheet-outcome ${isTrouble ? "notice-urgent" : "notice-done"}`} role={isTrouble ? "alert" : "status"}>
      <p>
        {!isTrouble && <span aria-hidden="true">✓ </span>}
        {words}
      </p>
      {made && (
        <p>
          <Button className="plain-press" isDisabled={busy} onPress={() => void undo(made.change_id)}>
            {say("records.undo")}
          </Button>{" "}
          {made.until === null
            ? say("sheet.patient.undo_ever")
            : say("sheet.patient.undo_until", {
                time: intl.formatDate(made.until, {
                  weekday: "short",
                  ...CLOCK,
                }),
              })}
        </p>
      )}
      {failure !== null && <p role="alert">{say(troubleWords(failure))}</p>}
    </div>
  );
}
