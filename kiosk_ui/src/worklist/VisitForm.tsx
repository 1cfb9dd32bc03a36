/** The visit, written beside the page: examination, diagnosis, prescription with its check, plan, follow-up. */
import { useId } from "react";
import { Button } from "../controls/Button";
import { Failure } from "../staff/Failure";
import { CLOCK, useWords } from "../staff/words";
import { DiagnosisPicker } from "./DiagnosisPicker";
import { PrescriptionCheck } from "./PrescriptionCheck";
import type { WritingWork } from "./useWritten";

const LONGEST = 4000;

interface Props {
  number: number;
  writing: WritingWork;
  busy: boolean;
  onKeep: () => void;
}

export function VisitForm({ number, writing, busy, onKeep }: Props) {
  const { say, intl } = useWords();
  const { form, change, differs, draftAt, restored } = writing;
  if (form === null) return <Failure of={writing.failure} />;
  const time = draftAt && intl.formatTime(draftAt, CLOCK);
  return (
    <section className="visit-form" aria-labelledby="visit-form">
      <h3 id="visit-form">{say("worklist.visit")}</h3>
      {restored && (
        <p className="notice" role="status">
          {say("worklist.visit.restored", { time: time ?? "" })}{" "}
          <Button kind="quiet" className="plain-press" onPress={() => void writing.leave()}>
            {say("worklist.visit.leave")}
          </Button>
        </p>
      )}
      <Box label={say("worklist.visit.examination")} text={form.examination} onText={(examination) => change({ examination })} />
      <DiagnosisPicker diagnoses={form.diagnoses} onChange={(diagnoses) => change({ diagnoses })} />
      <Box
        label={say("worklist.visit.prescription")}
        note={say("worklist.visit.prescription.note")}
        text={form.prescription}
        onText={(prescription) => change({ prescription })}
      />
      <PrescriptionCheck number={number} prescription={form.prescription} />
      <Box label={say("worklist.visit.plan")} text={form.plan} onText={(plan) => change({ plan })} />
      <label className="visit-date">
        {say("worklist.visit.follow_up")}{" "}
        <input
          type="date"
          className="input"
          value={form.follow_up ?? ""}
          onChange={(event) => change({ follow_up: event.target.value === "" ? null : event.target.value })}
        />
      </label>
      <Failure of={writing.failure} />
      <div className="visit-foot">
        <Button className="plain-press" isDisabled={busy || !differs} onPress={onKeep}>
          {say("worklist.visit.keep")}
        </Button>
        <span className="quiet">
          {say(differs ? (time ? "worklist.visit.draft" : "worklist.visit.unsaved") : "worklist.visit.as_record", { time: time ?? "" })}
        </span>
      </div>
    </section>
  );
}

interface BoxProps {
  label: string;
  note?: string;
  text: string;
  onText: (text: string) => void;
}

function Box({ label, note, text, onText }: BoxProps) {
  const id = useId();
  return (
    <div className="visit-box">
      <label htmlFor={id}>
        {label} {note && <span className="quiet">{note}</span>}
      </label>
      <textarea
        id={id}
        className="input"
        rows={2}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
