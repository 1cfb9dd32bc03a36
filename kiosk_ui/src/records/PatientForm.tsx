/** Name, sex, birth date, telephone: filled in, held against what can be, previewed, then written. */
import { useState, type SyntheticEvent } from "react";
import { Refused } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { useFocusOnceShown } from "../staff/focus";
import { Fields } from "../staff/records/Changes";
import { useWords } from "../staff/words";
import { inWords } from "./HistoryList";
import {
  correctPatient,
  previewPatient,
  type Correction,
  type Made,
  type PatientField,
  type PatientForm as Data,
  type PatientView,
} from "./server";
import { troubleWords } from "./trouble";

const A_DAY = /^\d{4}-\d\d-\d\d$/;

interface Props {
  view: PatientView;
  onDone: (made: Made) => void;
  /** It was not written: somebody was quicker, and what stands now is to be read again. */
  onOvertaken: (error: unknown) => void;
}

export function PatientForm({ view, onDone, onOvertaken }: Props) {
  const { say, row } = useWords();
  const { patient } = view;
  const seen: Data = {
    name: patient.name,
    sex: patient.sex ?? "female",
    birth_date: patient.birth_date ?? "",
    phone: patient.phone,
  };
  const [data, setData] = useState(seen);
  const [preview, setPreview] = useState<Correction | null>(null);
  const { busy, failure, run, forget } = useCommand();
  const may = (field: PatientField) => view.corrects.includes(field);
  const number = patient.patient_id;
  const set = (part: Partial<Data>) => {
    setPreview(null);
    forget();
    setData({ ...data, ...part });
  };
  const wrong = (field: PatientField) => {
    if (field === "birth_date" && may(field) && !A_DAY.test(data.birth_date)) return say("sheet.wrong.date");
    const found = preview?.wrong.find((one) => one.field === field);
    return found && say(`sheet.wrong.${found.why}`);
  };
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    if (A_DAY.test(data.birth_date)) void run(async () => setPreview(await previewPatient(number, data)));
  };
  const write = async () => {
    await run(async () => {
      try {
        onDone(await correctPatient(number, { data, seen }));
      } catch (error) {
        if (error instanceof Refused && error.code === "not_as_seen") onOvertaken(error);
        else throw error;
      }
    });
  };
  const differs = (Object.keys(seen) as PatientField[]).some((field) => data[field] !== seen[field]);
  const readyToWrite = preview !== null && preview.wrong.length === 0;
  return (
    <form className="sheet-form" aria-label={say("sheet.patient.data")} onSubmit={ask}>
      <div className="sheet-fields">
        <Field
          label={say("sheet.patient.name")}
          value={data.name}
          onChange={(name) => set({ name })}
          isReadOnly={!may("name")}
          error={wrong("name")}
          maxLength={120}
          autoComplete="off"
          spellCheck="false"
        />
        <label className="field">
          <span>{say("sheet.patient.sex")}</span>
          <select
            className="input"
            value={patient.sex === null && data.sex === seen.sex ? "" : data.sex}
            disabled={!may("sex")}
            onChange={(event) => set({ sex: event.target.value as Data["sex"] })}
          >
            {patient.sex === null && <option value="">{say("sheet.patient.unknown")}</option>}
            <option value="female">{say("board.sex.female")}</option>
            <option value="male">{say("board.sex.male")}</option>
          </select>
        </label>
        <Field
          label={say("sheet.patient.birth_date")}
          type="date"
          value={data.birth_date}
          onChange={(birth_date) => set({ birth_date })}
          isReadOnly={!may("birth_date")}
          error={wrong("birth_date")}
        />
        <Field
          label={say("sheet.patient.phone")}
          type="tel"
          value={data.phone ?? ""}
          onChange={(phone) => set({ phone })}
          isReadOnly={!may("phone")}
          error={wrong("phone")}
          maxLength={40}
          autoComplete="off"
        />
      </div>
      <MayNot view={view} />
      <div role="alert">
        {failure !== null && <p className="notice notice-urgent">{say(troubleWords(failure))}</p>}
      </div>
      {readyToWrite && (
        <Would>
          <table className="records-table records-change">
            <Fields fields={preview.changes.map((one) => inWords(one, say))} done={false} />
          </table>
          <p className="quiet">{say("sheet.patient.follow", { count: preview.records.length })}</p>
          {preview.alike.length > 0 && (
            <p className="notice notice-urgent">
              {say("sheet.patient.alike")} {row(preview.alike.map((one) => one.patient_id))}
            </p>
          )}
        </Would>
      )}
      {view.corrects.length > 0 && (
        <div className="sheet-form-presses">
          {readyToWrite ? (
            <Button kind="primary" isDisabled={busy} onPress={() => void write()}>
              {say("sheet.patient.confirm")}
            </Button>
          ) : (
            <Button type="submit" isDisabled={busy || !differs}>
              {say("sheet.patient.preview")}
            </Button>
          )}
          {differs && (
            <Button kind="quiet" isDisabled={busy} onPress={() => set(seen)}>
              {say("sheet.patient.cancel")}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

function Would({ children }: { children: React.ReactNode }) {
  const { say } = useWords();
  const heading = useFocusOnceShown<HTMLHeadingElement>();
  return (
    <div className="sheet-would">
      <h3 ref={heading} tabIndex={-1}>
        {say("sheet.patient.would")}
      </h3>
      <p>{say("sheet.patient.nothing_yet")}</p>
      {children}
    </div>
  );
}

/** Why fields cannot be changed, where they cannot. */
function MayNot({ view }: { view: PatientView }) {
  const { say } = useWords();
  if (!view.here) return <p className="quiet">{say("sheet.patient.elsewhere")}</p>;
  if (view.corrects.length === 0) return <p className="quiet">{say("sheet.patient.not_yours")}</p>;
  if (view.corrects.length === 1) return <p className="quiet">{say("sheet.patient.phone_only")}</p>;
  return null;
}
