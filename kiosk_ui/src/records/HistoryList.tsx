/** Who did what to a record or to a patient's data, when and by which way; what can be undone, with its press. */
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Fields } from "../staff/records/Changes";
import { undoChange } from "../staff/server";
import { sexWords, useWords, type MessageId, type Say } from "../staff/words";
import en from "../messages/records/en.json";
import { troubleWords } from "./trouble";
import { undoPatient, type Happened } from "./server";
import { MOMENT } from "./value";

interface Props {
  happened: readonly Happened[];
  me: Schemas["Me"];
  onChanged: () => void;
}

export function HistoryList({ happened, me, onChanged }: Props) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const undo = async (one: Happened) => {
    const id = one.change_id ?? "";
    if (await run(() => (one.way === "instruction" ? undoChange(id) : undoPatient(id)))) onChanged();
  };
  return (
    <section className="sheet-history">
      <h2>{say("sheet.history.title")}</h2>
      <div role="alert">
        {failure !== null && <p className="notice notice-urgent">{say(troubleWords(failure))}</p>}
      </div>
      {happened.length === 0 ? (
        <p className="quiet">{say("sheet.history.none")}</p>
      ) : (
        <ol>
          {happened.map((one, place) => (
            <li key={place} className={one.undone ? "sheet-undone" : undefined}>
              <Entry one={one} busy={busy} onUndo={mayUndo(one, me) ? () => void undo(one) : null} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function mayUndo(one: Happened, me: Schemas["Me"]): boolean {
  if (one.change_id === null || one.undone) return false;
  if (one.until !== null && Date.parse(one.until) < Date.now()) return false;
  return me.role === "records_officer" || (one.by === me.name && one.way !== "merge");
}

function Entry({ one, busy, onUndo }: { one: Happened; busy: boolean; onUndo: (() => void) | null }) {
  const { say, intl, row } = useWords();
  const when = one.at === null ? say("sheet.history.unknown_time") : intl.formatDate(one.at, MOMENT);
  return (
    <>
      <p className="sheet-when">
        <strong>{say(actId(one.act))}</strong>
        {one.undone && <span className="sheet-mark">{say("sheet.history.undone")}</span>}{" "}
        <span className="tabular">{when}</span>{" "}
        <span className="quiet">{row([one.by, one.at !== null && say(`sheet.history.way.${one.way}`)])}</span>
        {onUndo && (
          <Button
            kind="quiet"
            className="plain-press"
            isDisabled={busy}
            aria-label={say("sheet.history.undo_one", { time: when })}
            onPress={onUndo}
          >
            {say("sheet.history.undo")}
          </Button>
        )}
      </p>
      {one.reason !== "" && <p>{say("sheet.history.reason", { reason: one.reason })}</p>}
      {one.fields.length > 0 ? (
        <table className="records-table records-change">
          <Fields fields={one.fields.map((field) => inWords(field, say))} done />
        </table>
      ) : (
        one.act === "update" && <p className="quiet">{say("sheet.history.only_that")}</p>
      )}
    </>
  );
}

/** A code as the desk's language says it. */
export function inWords(change: Schemas["FieldChange"], say: Say): Schemas["FieldChange"] {
  if (change.field !== "sex") return change;
  return { ...change, before: sexWords(change.before, say), after: sexWords(change.after, say) };
}

function actId(act: string): MessageId {
  const id = `sheet.history.act.${act}`;
  return id in en ? (id as MessageId) : "sheet.history.act.update";
}
