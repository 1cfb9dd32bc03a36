/** What the hospital's own system keeps on the patient: none on record is told apart from not asked. */
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { CautionItem } from "../staff/Medicines";
import { useWords } from "../staff/words";
import { Written } from "../staff/Written";
import type { HistoryWork } from "./useHistory";

type View = Schemas["HistoryView"];
type Entry = Schemas["HistoryEntry"];
type Kind = Schemas["HistoryKind"];

const KINDS: readonly Kind[] = ["allergy", "condition", "medicine", "observation"];
const STATUSES = [
  "active",
  "inactive",
  "resolved",
  "remission",
  "recurrence",
  "relapse",
  "confirmed",
  "unconfirmed",
  "provisional",
  "differential",
  "refuted",
  "completed",
  "stopped",
  "on-hold",
  "intended",
  "not-taken",
  "unknown",
  "registered",
  "preliminary",
  "final",
  "amended",
  "corrected",
] as const;

export function History({ history: { view, again } }: { history: HistoryWork }) {
  const { say } = useWords();
  if (typeof view === "object" && !view.kept) return null;
  const missing = typeof view === "object" ? view.not_asked.length > 0 : view === "unreachable";
  return (
    <section className="part part-history">
      <h3>{say("worklist.history")}</h3>
      <div className="part-words">
        {view === "asking" && <p className="nothing">{say("worklist.history.asking")}</p>}
        {view === "unreachable" && <p className="contradiction">{say("worklist.history.unreachable")}</p>}
        {typeof view === "object" && (view.known ? <Kinds view={view} /> : <p>{say("worklist.history.unknown")}</p>)}
        {missing && (
          <Button
            kind="quiet"
            className="plain-press screen-only"
            onPress={again}
          >
            {say("staff.again")}
          </Button>
        )}
      </div>
    </section>
  );
}

function Kinds({ view }: { view: View }) {
  const { say } = useWords();
  return (
    <>
      {view.cautions.length > 0 && (
        <>
          <h4>{say("worklist.history.cautions")}</h4>
          <ul className="cautions">
            {view.cautions.map((one, place) => (
              <CautionItem key={place} caution={one} />
            ))}
          </ul>
        </>
      )}
      <dl className="on-file">
        {KINDS.map((kind) => {
          const those = view.entries.filter((one) => one.kind === kind);
          return (
            <div key={kind}>
              <dt>{say(`worklist.history.${kind}`)}</dt>
              {those.map((one, place) => (
                <Line key={place} entry={one} />
              ))}
              {those.length === 0 && view.asked.includes(kind) && (
                <dd className="nothing">{say("worklist.history.none")}</dd>
              )}
              {view.not_asked.includes(kind) && (
                <dd className="contradiction">
                  {say(those.length === 0 ? "worklist.history.not_asked" : "worklist.history.in_part")}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      {view.hidden > 0 && <p className="note-turn">{say("worklist.history.hidden", { count: view.hidden })}</p>}
      {view.cut && <p className="note-turn">{say("worklist.history.cut")}</p>}
    </>
  );
}

function Line({ entry }: { entry: Entry }) {
  const { say, row } = useWords();
  const known = STATUSES.find((one) => one === entry.status);
  const status = known ? say(`worklist.history.status.${known}`) : entry.status;
  return (
    <dd>
      {entry.against && <strong>{say("worklist.history.against")} </strong>}
      <Written>{row([entry.words, entry.value])}</Written>{" "}
      <span className="note-turn">
        {row([status, entry.on || say("worklist.history.undated"), entry.source, entry.told && say("worklist.history.told")])}
      </span>
    </dd>
  );
}
