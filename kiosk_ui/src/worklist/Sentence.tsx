/** One statement: its words, the turns it rests on, the footnote in the margin, and writing in its place. */
import { useId, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "../controls/Button";
import { Key } from "../staff/Key";
import { CLOCK, useWords } from "../staff/words";
import { Editor } from "./Editor";
import { Marked } from "./Marked";
import { original, revisionsOf, saidOf, spoken, type Statement, type Summary } from "./page";
import { Quoted } from "./Quoted";

export interface Reading {
  summary: Summary;
  /** The statement whose footnote stands in the margin. */
  active: string | null;
  setActive: (statementId: string | null) => void;
  mayEdit: boolean;
  editing: { statementId: string; text: string } | null;
  setEditing: (editing: { statementId: string; text: string } | null) => void;
  save: () => void;
  busy: boolean;
  /** What to decide before these words can be kept. */
  notice: ReactNode;
  openTurn: (statement: Statement, turn: number | null) => void;
  /** Something is wrong with this sentence; null: with the page as a whole. */
  dislike: (statement: Statement | null) => void;
}

interface Props {
  statement: Statement;
  reading: Reading;
  /** Takes off what a shape says already. */
  shorten?: (text: string) => string;
  before?: ReactNode;
}

const asItIs = (text: string) => text;

export function Sentence({ statement, reading, shorten = asItIs, before }: Props) {
  const { say, language: desk } = useWords();
  const noteId = useId();
  const { summary, editing, setEditing } = reading;
  const id = statement.statement_id;
  const language = summary.summary?.language ?? "zh";
  if (editing?.statementId === id) {
    return (
      <>
        <Editor
          label={say("worklist.edit_label")}
          language={language}
          text={editing.text}
          onText={(text) => setEditing({ statementId: id, text })}
          busy={reading.busy}
          mayBeEmpty
          onSave={reading.save}
          onCancel={() => setEditing(null)}
          settled={reading.notice === null}
        />
        {reading.notice}
      </>
    );
  }
  const turn = statement.evidence[0]?.turn ?? null;
  const edit = () => reading.mayEdit && setEditing({ statementId: id, text: statement.text });
  const keyed = (event: KeyboardEvent) => {
    if (event.key === "Escape") reading.setActive(null);
    if (event.key.toLowerCase() !== "e" || event.ctrlKey || event.metaKey || event.altKey || !reading.mayEdit) return;
    event.preventDefault();
    edit();
  };
  const first = original(summary, id);
  const foreign = first === null && language !== desk && statement.translated !== null;
  const turns = [...new Set(statement.evidence.map((evidence) => evidence.turn))];
  return (
    <span
      className="sentence"
      onPointerEnter={() => reading.setActive(id)}
      onPointerLeave={(event) => {
        if (!event.currentTarget.contains(document.activeElement)) reading.setActive(null);
      }}
      onFocus={() => reading.setActive(id)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) reading.setActive(null);
      }}
      data-active={reading.active === id || undefined}
    >
      {before}
      <a
        id={`statement-${id}`}
        href={turn === null ? "#conversation" : `#turn-${turn}`}
        lang={foreign ? desk : language}
        className="sentence-words"
        aria-describedby={noteId}
        aria-keyshortcuts={reading.mayEdit ? "E" : undefined}
        onKeyDown={keyed}
        onClick={(event) => {
          event.preventDefault();
          reading.openTurn(statement, turn);
        }}
      >
        <Marked
          before={first === null ? null : shorten(first)}
          after={shorten(foreign ? (statement.translated ?? "") : statement.text)}
          quotes={saidOf(statement).map(({ quote }) => quote)}
        />
        {statement.text === "" && <span className="visually-hidden">{say("worklist.struck")}</span>}
      </a>
      {foreign && (
        <span className="translated" title={say("worklist.translated.long")}>
          {say("worklist.translated")}
        </span>
      )}
      {turns.length > 0 && (
        <sup className="turns tabular" aria-hidden="true">
          {turns.join(" ")}
        </sup>
      )}
      <Note id={noteId} statement={statement} reading={reading} onEdit={edit} />
    </span>
  );
}

interface NoteProps {
  id: string;
  statement: Statement;
  reading: Reading;
  onEdit: () => void;
}

/** The sentence in the language it does not stand in on the page. */
function Other({ statement, written }: { statement: Statement; written: string | undefined }) {
  const { language: desk } = useWords();
  const other = written === "zh" ? "en" : "zh";
  const foreign = written !== desk;
  return (
    <span className="note-turn" lang={foreign ? written : other}>
      {foreign ? statement.text : statement.translated}
    </span>
  );
}

/** The footnote. It stays in the page, hidden, so that a screen reader can read it with its sentence. */
function Note({ id, statement, reading, onEdit }: NoteProps) {
  const { say, intl } = useWords();
  const { summary, active, mayEdit, openTurn } = reading;
  const history = revisionsOf(summary, statement.statement_id);
  return (
    <span className="note" hidden={active !== statement.statement_id}>
      <span id={id} className="note-words">
        {statement.evidence.map((evidence, place) => (
          <span key={place} className="note-quote">
            {evidence.tapped ? (
              <span lang={summary.summary?.language}>{say("board.tapped", { words: evidence.quote })}</span>
            ) : (
              <q lang={summary.summary?.language}>
                <Quoted text={spoken(summary, evidence)} quotes={[evidence.quote]} />
              </q>
            )}{" "}
            <span className="note-turn">{say("worklist.turn", { turn: evidence.turn })}</span>
          </span>
        ))}
        {statement.translated !== null && (
          <Other statement={statement} written={summary.summary?.language} />
        )}
        {statement.evidence.length === 0 && (
          <span className="note-turn">
            {say(history[0]?.before === "" ? "worklist.note.written" : "worklist.note.machine")}
          </span>
        )}
        {history.map((revision) => (
          <span key={revision.at} className="note-turn">
            {say(revision.before === "" ? "worklist.note.added" : "worklist.note.changed", {
              name: revision.by,
              time: intl.formatTime(revision.at, CLOCK),
            })}
          </span>
        ))}
      </span>
      <span className="note-foot">
        {statement.evidence.length > 0 && (
          <Button
            kind="quiet"
            className="plain-press"
            onPress={() => openTurn(statement, statement.evidence[0]?.turn ?? null)}
          >
            {say("worklist.whole")}
          </Button>
        )}
        {mayEdit && (
          <Button kind="quiet" className="plain-press" onPress={onEdit}>
            {say("worklist.edit")} <Key name="E" />
          </Button>
        )}
        {mayEdit && (
          <Button kind="quiet" className="plain-press" onPress={() => reading.dislike(statement)}>
            {say("worklist.dislike")}
          </Button>
        )}
      </span>
    </span>
  );
}
