/** Two numbers of one person: side by side, what would move, what to look at first; then one of them is kept. */
import { useState, type SyntheticEvent } from "react";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { useFocusOnceShown } from "../staff/focus";
import { sexWords, useWords, type MessageId } from "../staff/words";
import { mergePatients, planMerge, type Made, type MergePlan, type PatientField } from "./server";
import { troubleWords } from "./trouble";

interface Props {
  kept: string;
  /** Another number that may be the same person's. */
  suggested: string;
  onDone: (made: Made, old: string) => void;
}

const FIELDS: readonly PatientField[] = ["name", "sex", "birth_date", "phone"];

interface Asked {
  old: string;
  kept: string;
  stand: PatientField[];
}

export function MergePart({ kept, suggested, onDone }: Props) {
  const { say } = useWords();
  const [isOpen, setOpen] = useState(suggested !== "");
  const [old, setOld] = useState(suggested);
  const [plan, setPlan] = useState<MergePlan | null>(null);
  const [asked, setAsked] = useState<Asked>({ old: suggested, kept, stand: [] });
  const { busy, failure, run, forget } = useCommand();
  const look = (wanted: Asked) =>
    run(async () => {
      setPlan(await planMerge(wanted.kept, { old: wanted.old, stand: wanted.stand }));
      setAsked(wanted);
    });
  const compare = (event: SyntheticEvent) => {
    event.preventDefault();
    if (old.trim() !== "") void look({ old: old.trim(), kept, stand: [] });
  };
  const leave = () => {
    setPlan(null);
    setOpen(false);
    forget();
  };
  const merge = async (reason: string) => {
    if (plan === null) return;
    const done = await run(async () => {
      const body = { old: asked.old, stand: asked.stand, reason, seen: plan.seen };
      onDone(await mergePatients(asked.kept, body), plan.old.patient_id);
    });
    if (done) leave();
  };
  if (!isOpen)
    return (
      <Button kind="quiet" className="plain-press" onPress={() => setOpen(true)}>
        {say("sheet.merge.title")}
      </Button>
    );
  return (
    <section className="sheet-merge" aria-label={say("sheet.merge.title")}>
      <h2>{say("sheet.merge.title")}</h2>
      <p className="quiet">{say("sheet.merge.how", { kept: asked.kept })}</p>
      <form className="sheet-merge-line" onSubmit={compare}>
        <Field
          label={say("sheet.merge.old")}
          value={old}
          onChange={setOld}
          maxLength={80}
          autoComplete="off"
          spellCheck="false"
          autoFocus
        />
        <Button type="submit" isDisabled={busy || old.trim() === ""}>
          {say("sheet.merge.compare")}
        </Button>
        {plan === null && (
          <Button kind="quiet" onPress={leave}>
            {say("sheet.patient.cancel")}
          </Button>
        )}
      </form>
      <div role="alert">
        {failure !== null && <p className="notice notice-urgent">{say(troubleWords(failure))}</p>}
      </div>
      {plan && (
        <Plan
          key={`${plan.old.patient_id}-${plan.kept.patient_id}`}
          plan={plan}
          busy={busy}
          onStand={(field, ofOld) =>
            void look({
              ...asked,
              stand: FIELDS.filter((one) => (one === field ? ofOld : asked.stand.includes(one))),
            })
          }
          onSwap={() => void look({ old: plan.kept.patient_id, kept: plan.old.patient_id, stand: [] })}
          onMerge={(reason) => void merge(reason)}
          onLeave={leave}
        />
      )}
    </section>
  );
}

interface PlanProps {
  plan: MergePlan;
  busy: boolean;
  onStand: (field: PatientField, ofOld: boolean) => void;
  onSwap: () => void;
  onMerge: (reason: string) => void;
  onLeave: () => void;
}

function Plan({ plan, busy, onStand, onSwap, onMerge, onLeave }: PlanProps) {
  const { say, intl, department } = useWords();
  const [reason, setReason] = useState("");
  const heading = useFocusOnceShown<HTMLHeadingElement>();
  const { old, kept } = plan;
  const moving = [...plan.records, ...plan.appointments];
  const day = (at: string | null) => (at === null ? "–" : intl.formatDate(at, { dateStyle: "medium" }));
  return (
    <div className="sheet-plan">
      <Concerns plan={plan} />
      <h3 ref={heading} tabIndex={-1}>
        {say("sheet.patient.nothing_yet")}
      </h3>
      <table className="records-table sheet-sides">
        <thead>
          <tr>
            <th scope="col">{say("sheet.merge.field")}</th>
            <th scope="col">{say("sheet.merge.of_old", { number: old.patient_id })}</th>
            <th scope="col">{say("sheet.merge.of_kept", { number: kept.patient_id })}</th>
          </tr>
        </thead>
        <tbody>
          {FIELDS.map((field) => (
            <SideBySide key={field} field={field} plan={plan} busy={busy} onStand={onStand} />
          ))}
          <tr>
            <th scope="row">{say("sheet.merge.records")}</th>
            <td className="tabular">{old.records}</td>
            <td className="tabular">{kept.records}</td>
          </tr>
          <tr>
            <th scope="row">{say("sheet.merge.last_visit")}</th>
            <td>{day(old.last_visit)}</td>
            <td>{day(kept.last_visit)}</td>
          </tr>
          <tr>
            <th scope="row">{say("sheet.merge.appointments")}</th>
            <td className="tabular">{old.appointments}</td>
            <td className="tabular">{kept.appointments}</td>
          </tr>
        </tbody>
      </table>
      <p>{say("sheet.merge.moves", { records: plan.records.length, bookings: plan.appointments.length })}</p>
      {moving.length > 0 && (
        <details>
          <summary>{say("sheet.merge.moves.list")}</summary>
          <ul className="sheet-moving">
            {moving.map((one) => (
              <li key={one.number}>
                <span className="tabular">{one.number}</span> {department(one.department)}{" "}
                <span className="tabular">{intl.formatDate(one.at, { dateStyle: "medium", timeStyle: "short" })}</span>
                {one.signed && <span className="quiet"> {say("sheet.merge.signed")}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Field label={say("sheet.merge.reason")} value={reason} onChange={setReason} maxLength={200} isRequired />
      <div className="sheet-form-presses">
        <Button kind="danger" isDisabled={busy || reason.trim().length < 2} onPress={() => onMerge(reason.trim())}>
          {say("sheet.merge.go", { old: old.patient_id, kept: kept.patient_id })}
        </Button>
        <Button kind="quiet" isDisabled={busy} onPress={onSwap}>
          {say("sheet.merge.swap", { number: old.patient_id })}
        </Button>
        <Button kind="quiet" isDisabled={busy} onPress={onLeave}>
          {say("sheet.patient.cancel")}
        </Button>
      </div>
    </div>
  );
}

/** Where the two differ, one of them is chosen to stand. */
function SideBySide({ field, plan, busy, onStand }: { field: PatientField } & Pick<PlanProps, "plan" | "busy" | "onStand">) {
  const { say } = useWords();
  const valueOf = (data: Readonly<Record<string, string>>) => {
    const value = data[field] ?? "";
    return (field === "sex" ? sexWords(value, say) : value) || "–";
  };
  const difference = plan.differences.find((one) => one.field === field);
  const sides = [
    { data: plan.old.data, ofOld: true },
    { data: plan.kept.data, ofOld: false },
  ];
  return (
    <tr>
      <th scope="row">{say(`sheet.patient.${field}`)}</th>
      {sides.map(({ data, ofOld }) => {
        const value = valueOf(data);
        if (!difference || (data[field] ?? "") === "") return <td key={String(ofOld)}>{value}</td>;
        return (
          <td key={String(ofOld)}>
            <label className="sheet-stands">
              <input
                type="radio"
                name={`stands-${field}`}
                aria-label={say("sheet.merge.stands", { value })}
                disabled={busy}
                checked={(difference.stands === difference.old) === ofOld}
                onChange={() => onStand(field, ofOld)}
              />
              {value}
            </label>
          </td>
        );
      })}
    </tr>
  );
}

function Concerns({ plan }: { plan: MergePlan }) {
  const { say, row, intl, department } = useWords();
  const those = Object.entries(plan.concerns);
  if (those.length === 0) return null;
  const words = (concern: string, about: readonly string[]) => {
    const id = `sheet.merge.concern.${concern}` as MessageId;
    const told = about.map((one) => {
      if (concern === "other_sex") return sexWords(one, say);
      if (concern === "both_booked") return intl.formatDate(one, { dateStyle: "medium", timeStyle: "short" });
      return concern === "both_wait" ? department(one) : one;
    });
    return say(id, { old: told[0] ?? "", kept: told[1] ?? "", those: row([...new Set(told)]) });
  };
  return (
    <div className="notice notice-urgent">
      <p>
        <strong>{say("sheet.merge.concerns")}</strong>
      </p>
      <ul className="sheet-concerns">
        {those.map(([concern, about]) => (
          <li key={concern}>{words(concern, about)}</li>
        ))}
      </ul>
    </div>
  );
}
