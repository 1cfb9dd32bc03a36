/** The foot of the page: who signed it, the press that signs, and what was changed on the way. */
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useWords } from "../staff/words";
import { Marked } from "./Marked";
import { edits, signedAt, type Summary } from "./page";

interface Props {
  summary: Summary;
  me: Schemas["Me"];
  busy: boolean;
  /** Words are being written: sign when they are kept or left. */
  writing: boolean;
  onSign: () => void;
}

export function Signature({ summary, me, busy, writing, onSign }: Props) {
  const { say, intl } = useWords();
  const when = (moment: string) =>
    intl.formatDate(moment, {
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  const signed = summary.signed_by !== null;
  const at = signedAt(summary);
  const changes = edits(summary);
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
      {!signed && me.role === "doctor" && (
        <Button kind="primary" className="screen-only" isDisabled={busy || writing} onPress={onSign}>
          {say("worklist.sign", { name: me.name })}
        </Button>
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
