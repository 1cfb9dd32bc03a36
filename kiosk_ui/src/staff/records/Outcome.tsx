/** What became of a change: done and still to be undone, or met by somebody else's. */
import { Button } from "../../controls/Button";
import { useFocusOnceShown } from "../focus";
import { CLOCK, useWords } from "../words";
import { Changes, Fields } from "./Changes";
import type { Change, Later } from "./useRecords";

interface DoneProps {
  done: Change;
  /** It was asked for again, and not made just now. */
  earlier: boolean;
  busy: boolean;
  onUndo: () => void;
}

export function DonePanel({ done, earlier, busy, onUndo }: DoneProps) {
  const { say, intl } = useWords();
  const undo = useFocusOnceShown<HTMLButtonElement>();
  return (
    <div className="records-done">
      {earlier ? (
        <p role="status">{say("records.last")}</p>
      ) : (
        <p className="notice notice-done" role="status">
          <span aria-hidden="true">✓</span> {say(`records.done.${done.operation}`, { count: done.rows.length })}
        </p>
      )}
      <Changes rows={done.rows} done />
      {done.until !== null && (
        <div className="records-foot">
          <Button ref={undo} isDisabled={busy} onPress={onUndo}>
            {say("records.undo")}
          </Button>
          <span className="quiet">
            {say("records.undo_until", {
              time: intl.formatDate(done.until, {
                weekday: "short",
                ...CLOCK,
              }),
            })}
          </span>
        </div>
      )}
    </div>
  );
}

/** Who changed what, and when. */
export function WhoChanged({ those }: { those: readonly Later[] }) {
  const { say, intl } = useWords();
  return those.map((one) => (
    <table key={`${one.outpatient_number}-${one.version}`} className="records-table records-change">
      <caption>
        <strong>{one.by || say("records.no_name")}</strong>{" "}
        <span className="quiet tabular">
          {one.outpatient_number} ·{" "}
          {intl.formatDate(one.at, {
            year: "numeric",
            month: "short",
            day: "numeric",
            ...CLOCK,
          })}
        </span>
      </caption>
      <Fields fields={one.fields} done />
    </table>
  ));
}

interface ConflictProps {
  conflicts: readonly Later[];
  busy: boolean;
  onAgain: () => void;
  onLeave: () => void;
}

export function ConflictPanel({ conflicts, busy, onAgain, onLeave }: ConflictProps) {
  const { say } = useWords();
  const again = useFocusOnceShown<HTMLButtonElement>();
  return (
    <div className="records-conflict">
      <p className="notice notice-urgent" role="alert">
        {say("records.conflict")}
      </p>
      <WhoChanged those={conflicts} />
      <div className="records-foot">
        <Button ref={again} kind="primary" isDisabled={busy} onPress={onAgain}>
          {say("records.again")}
        </Button>
        <Button isDisabled={busy} onPress={onLeave}>
          {say("records.leave")}
        </Button>
      </div>
    </div>
  );
}
