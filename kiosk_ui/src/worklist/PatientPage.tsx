/** The right side: one patient's page, the margin beside it, the conversation when it is open. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Failure } from "../staff/Failure";
import { DepartmentNames, useWords } from "../staff/words";
import { ConflictNotice } from "./ConflictNotice";
import { AskBox } from "./AskBox";
import { CarePlan } from "./CarePlan";
import { Conversation, type Place } from "./Conversation";
import { Dislike } from "./Dislike";
import { type Section, type Statement } from "./page";
import { QueueSteps } from "./QueueSteps";
import { ReviewDialogue } from "./ReviewDialogue";
import { Sheet } from "./Sheet";
import { Signature } from "./Signature";
import { useHistory } from "./useHistory";
import { usePage } from "./usePage";
import { usePaper } from "./usePaper";
import { useWritten } from "./useWritten";
import { VisitForm } from "./VisitForm";

const WHOLE = "whole-conversation";
const DISLIKE = "dislike-page";
const NOTHING_WRITTEN = { examination: "", diagnoses: [], prescription: "", plan: "", follow_up: null };

interface Props {
  number: number;
  me: Schemas["Me"];
  /** The patient's line of the list, read more often than the page. */
  entry: Schemas["WorklistEntry"] | null;
  /** Grows with every change made beside the page: it is read again then. */
  changes: number;
  onChanged: () => void;
}

export function PatientPage({ number, me, entry, changes, onChanged }: Props) {
  const { say, row, inLanguage, intl } = useWords();
  const [active, setActive] = useState<string | null>(null);
  const [editing, setEditing] = useState<{ statementId: string; text: string } | null>(null);
  const [adding, setAdding] = useState<{ section: Section; text: string } | null>(null);
  const [place, setPlace] = useState<(Place & { from: string }) | null>(null);
  const [disliked, setDisliked] = useState<{ statement: Statement | null } | null>(null);
  const [busy, setBusy] = useState(false);
  const writing = editing !== null || adding !== null;
  const page = usePage(number, changes, writing, onChanged);
  const history = useHistory(number);
  const visit = useWritten(number, me.role === "doctor");
  const written = visit.form ?? NOTHING_WRITTEN;
  const { summary, conflict } = page;

  const born = typeof history.view === "object" ? history.view.birth_date : null;
  const name = summary ? summary.entry.name || say("worklist.guest") : "";
  usePaper({
    head: summary ? inLanguage(summary.hospital) : "",
    mark: summary?.summary ? say("worklist.made.short") : "",
    foot: row([
      name,
      summary ? say("worklist.number", { number: String(summary.entry.outpatient_number) }) : "",
      summary?.record.patient_id?.startsWith("P") ? summary.record.patient_id : "",
      born && say("worklist.banner.born", { date: intl.formatDate(born, { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" }) }),
    ]),
    page: say("worklist.paper.page", { page: "|", pages: "|" }).split("|"),
    title: row([say("worklist.paper.title"), String(number), summary?.summary ? say("worklist.made.short") : ""]),
  });

  const during = async (command: () => Promise<boolean>) => {
    setBusy(true);
    try {
      return await command();
    } finally {
      setBusy(false);
    }
  };
  const backTo = (elementId: string) => window.requestAnimationFrame(() => document.getElementById(elementId)?.focus());
  const stopEditing = () => {
    if (editing) backTo(`statement-${editing.statementId}`);
    setEditing(null);
    page.settle();
  };
  const save = async () => {
    if (editing && (await during(() => page.edit(editing.statementId, editing.text.trim())))) stopEditing();
  };
  const add = async () => {
    if (adding && (await during(() => page.add(adding.section, adding.text.trim())))) setAdding(null);
  };
  const openTurn = (statement: Statement, turn: number | null) =>
    setPlace({ turn, quotes: statement.evidence.map((one) => one.quote), from: `statement-${statement.statement_id}` });
  const close = () => {
    if (place) backTo(place.from);
    setPlace(null);
  };

  if (!summary) return <Failure of={page.failure} />;
  const notice = conflict && (
    <ConflictNotice
      conflict={conflict}
      busy={busy}
      onMine={() => void (adding ? add() : save())}
      onTheirs={() => {
        setAdding(null);
        stopEditing();
      }}
    />
  );
  const reading = {
    summary,
    active,
    setActive,
    mayEdit: me.role === "doctor" && summary.summary !== null,
    editing,
    setEditing: (next: typeof editing) => {
      if (next === null) stopEditing();
      else if (!adding) setEditing(next);
    },
    save: () => void save(),
    busy,
    notice,
    openTurn,
    dislike: (statement: Statement | null) => setDisliked({ statement }),
  };
  return (
    <DepartmentNames value={summary.departments}>
    <div className={place ? "desk-page with-conversation" : "desk-page"}>
      <div className="sheet-place">
        <Failure of={page.failure} />
        <Sheet
          summary={summary}
          reading={reading}
          adding={adding}
          setAdding={(next) => {
            setAdding(next);
            if (next === null) page.settle();
          }}
          onAdd={() => void add()}
          history={history}
          writes={me.role === "doctor"}
        />
        {!writing && notice}
        <ReviewDialogue summary={summary} />
      </div>
      {place && summary.summary && (
        <Conversation
          conversation={summary.summary.conversation}
          language={summary.summary.language}
          place={place}
          onClose={close}
        />
      )}
      <div className="beside" hidden={place !== null} role="region" aria-label={say("worklist.beside")}>
          {me.role === "doctor" && <QueueSteps entry={entry ?? summary.entry} onMoved={onChanged} />}
          <div className="sheet-tools screen-only">
            {summary.summary && (
              <Button
                id={WHOLE}
                kind="quiet"
                className="plain-press"
                onPress={() => setPlace({ turn: null, quotes: [], from: WHOLE })}
              >
                {say("worklist.whole")}
              </Button>
            )}
            {reading.mayEdit && (
              <Button id={DISLIKE} kind="quiet" className="plain-press" onPress={() => reading.dislike(null)}>
                {say("worklist.dislike")}
              </Button>
            )}
            <Button kind="quiet" className="plain-press" onPress={() => window.print()}>
              {say("worklist.print")}
            </Button>
          </div>
          {disliked && (
            <Dislike
              key={disliked.statement?.statement_id ?? "whole"}
              number={number}
              statement={disliked.statement}
              onClose={() => {
                backTo(disliked.statement ? `statement-${disliked.statement.statement_id}` : DISLIKE);
                setDisliked(null);
              }}
            />
          )}
          {me.role === "doctor" && <AskBox key={`ask-${number}`} number={number} />}
          {summary.care_plans && me.role === "doctor" && <CarePlan key={number} number={number} />}
          {me.role === "doctor" && (
            <VisitForm
              number={number}
              writing={visit}
              busy={busy}
              onKeep={() => void during(() => page.write(written)).then((done) => done && visit.kept())}
            />
          )}
          <Signature
            summary={summary}
            me={me}
            busy={busy}
            writing={writing}
            form={visit.form}
            differs={visit.differs}
            onSign={(despite) => void during(() => page.sign(written, despite)).then((done) => done && visit.kept())}
          />
      </div>
    </div>
    </DepartmentNames>
  );
}
