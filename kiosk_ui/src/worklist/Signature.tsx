/** The foot of the page: who signed it, what a signature would cover, and what was changed on the way. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useFocusOnceShown } from "../staff/focus";
import type { Written } from "../staff/server";
import { CLOCK, useWords } from "../staff/words";
import { Marked } from "./Marked";
import { edits, signedAt, type Summary } from "./page";
import { CheckResult, usePrescriptionCheck } from "./PrescriptionCheck";

interface Props {
  summary: Summary;
  me: Schemas["Me"];
  busy: boolean;
  /** Words are being written on the page: sign when they are kept or left. */
  writing: boolean;
  /** The visit as it is written beside the page; null where nobody writes. */
  form: Written | null;
  /** The form says something that is not signed. */
  differs: boolean;
  onSign: (despite: readonly string[]) => void;
}

export function Signature({ summary, me, busy, writing, form, differs, onSign }: Props) {
  const { say, intl } = useWords();
  const [reviewing, setReviewing] = useState(false);
  const when = (moment: string) =>
    intl.formatDate(moment, {
      year: "numeric",
      month: "numeric",
      day: "numeric",
      ...CLOCK,
    });
  const signed = summary.signed_by !== null;
  const at = signedAt(summary);
  const changes = edits(summary);
  const maySign = me.role === "doctor" && form !== null && (!signed || differs);
  return (
    <footer className="signature">
      {signed ? (
        <p className="signed">
          <span aria-hidden="true">✓</span>{" "}
          {say("worklist.signed", { name: summary.signed_by ?? "", time: at ? when(at) : "" })}
        </p>
      ) : (
        <p>{at === null ? say("worklist.unsigned") : say("worklist.changed_since", { time: when(at) })}</p>
      )}
      {maySign && !reviewing && (
        <Button kind="primary" className="screen-only" isDisabled={busy || writing} onPress={() => setReviewing(true)}>
          {say("worklist.sign.review")}
        </Button>
      )}
      {maySign && reviewing && (
        <Covered
          summary={summary}
          form={form}
          me={me}
          busy={busy || writing}
          onSign={(despite) => {
            setReviewing(false);
            onSign(despite);
          }}
          onBack={() => setReviewing(false)}
        />
      )}
      {changes.length > 0 && (
        <details className="changes">
          <summary>{say("worklist.changes", { count: changes.length })}</summary>
          <ol>
            {changes.toReversed().map((revision, number) => (
              <li key={number}>
                <span className="quiet tabular">{when(revision.at)}</span> <span className="quiet">{revision.by}</span>{" "}
                <span lang={summary.summary?.language}>
                  <Marked before={revision.before} after={revision.after} />
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
      <p className="print-only">{say("worklist.print_note")}</p>
    </footer>
  );
}

interface CoveredProps {
  summary: Summary;
  form: Written;
  me: Schemas["Me"];
  busy: boolean;
  onSign: (despite: readonly string[]) => void;
  onBack: () => void;
}

/** What is signed, said before it is; each sentence that is marked as not right wants a tick of its own. */
function Covered({ summary, form, me, busy, onSign, onBack }: CoveredProps) {
  const { say, intl, inReader } = useWords();
  const [despite, setDespite] = useState<readonly string[]>([]);
  const heading = useFocusOnceShown<HTMLHeadingElement>();
  const check = usePrescriptionCheck(summary.entry.outpatient_number, form.prescription);
  const statements = summary.summary?.statements ?? [];
  const marked = summary.marked.flatMap((one) => {
    const statement = statements.find((other) => other.statement_id === one.statement_id);
    return statement ? [{ ...one, words: inReader(statement, summary.summary?.language) }] : [];
  });
  const ready = marked.every((one) => despite.includes(one.statement_id));
  const none = say("worklist.sign.none");
  const lines: [string, string][] = [
    [say("worklist.sign.page"), say("worklist.sign.sentences", { count: statements.length, changed: edits(summary).length })],
    [say("worklist.visit.examination"), form.examination.trim() || none],
    [say("worklist.visit.diagnosis"), form.diagnoses.map((one) => [one.words, one.code].filter(Boolean).join(" ")).join(say("worklist.semicolon")) || none],
    [say("worklist.visit.prescription"), form.prescription.trim() || none],
    [say("worklist.visit.plan"), form.plan.trim() || none],
    [
      say("worklist.visit.follow_up"),
      form.follow_up ? intl.formatDate(form.follow_up, { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" }) : none,
    ],
  ];
  return (
    <section className="covered screen-only" aria-labelledby="covered">
      <h3 id="covered" ref={heading} tabIndex={-1}>
        {say("worklist.sign.what")}
      </h3>
      <dl>
        {lines.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {check !== null && <CheckResult view={check} />}
      {marked.length > 0 && (
        <fieldset>
          <legend>{say("worklist.sign.marked")}</legend>
          {[...new Map(marked.map((one) => [one.statement_id, one])).values()].map((one) => (
            <label key={one.statement_id}>
              <input
                type="checkbox"
                checked={despite.includes(one.statement_id)}
                onChange={(event) =>
                  setDespite(
                    event.target.checked
                      ? [...despite, one.statement_id]
                      : despite.filter((other) => other !== one.statement_id),
                  )
                }
              />{" "}
              {say("worklist.sign.despite", { words: one.words, reason: say(`worklist.dislike.${one.reason}`) })}
            </label>
          ))}
        </fieldset>
      )}
      <div className="visit-foot">
        <Button kind="primary" isDisabled={busy || !ready || check === "asking"} onPress={() => onSign(despite)}>
          {say("worklist.sign", { name: me.name })}
        </Button>
        <Button kind="quiet" className="plain-press" onPress={onBack}>
          {say("worklist.sign.back")}
        </Button>
      </div>
    </section>
  );
}
