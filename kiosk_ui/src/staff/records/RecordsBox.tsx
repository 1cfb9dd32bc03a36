/** The line where staff ask for records, or change them, in words; the answer opens under it and covers nothing. */
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { Input, Label, TextField } from "react-aria-components";
import type { Schemas } from "../../api/client";
import { Button } from "../../controls/Button";
import { Key } from "../Key";
import { useKeys } from "../keys";
import type { OpenPage } from "../server";
import { useWords } from "../words";
import { DeletedRecords } from "./DeletedRecords";
import { fieldName, refusalId, troubleId } from "./fields";
import { FoundRecords } from "./Found";
import { ConflictPanel, DonePanel, WhoChanged } from "./Outcome";
import { PreviewPanel } from "./PreviewPanel";
import { useRecords } from "./useRecords";
import "./records.css";

interface Props {
  me: Schemas["Me"];
  /** What is open beside it; an instruction that names nobody is about that. */
  open: OpenPage | null;
  /** Whose page that is, in words. */
  about: string | null;
  keysOn: boolean;
  onChanged: () => void;
}

const LONGEST = 500;

export function RecordsBox({ me, open, about, keysOn, onChanged }: Props) {
  const { say } = useWords();
  const [text, setText] = useState("");
  const [deleted, setDeleted] = useState(false);
  const line = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const records = useRecords(open, onChanged);
  const { answer, done, conflicts, failure, busy } = records;
  useKeys({ "/": () => line.current?.focus() }, keysOn);

  const close = () => {
    records.close();
    setDeleted(false);
    line.current?.focus();
  };
  const ask = (words: string) => {
    setDeleted(false);
    if (words.trim() !== "" && !busy) void records.ask(words.trim());
  };
  // What was pressed is about to go: the focus waits on what stays.
  const go = (command: () => Promise<void>) => {
    place.current?.focus();
    void command();
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.stopPropagation();
    if (shown) close();
    else line.current?.blur();
  };
  const shown = answer !== null || done !== null || conflicts !== null || failure !== null || deleted;
  return (
    <section className="records" aria-label={say("records.title")} onKeyDown={escape}>
      <form
        className="records-line"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          ask(text);
        }}
      >
        <TextField className="records-field" value={text} onChange={setText} maxLength={LONGEST}>
          <Label>{say("records.title")}</Label>
          <Input ref={line} className="input" placeholder={say("records.example")} autoComplete="off" />
        </TextField>
        <Button type="submit" className="plain-press" isDisabled={busy || text.trim() === ""}>
          {say("records.ask")}
        </Button>
        <span className="records-about quiet">
          {about === null ? say("records.about_nobody") : say("records.about", { name: about })} <Key name="/" />
        </span>
        {me.role === "records_officer" && (
          <Button
            kind="quiet"
            className="plain-press"
            aria-expanded={deleted}
            onPress={() => {
              records.close();
              setDeleted(!deleted);
            }}
          >
            {say("records.deleted.title")}
          </Button>
        )}
      </form>
      {shown && (
        <div ref={place} className="records-answer" aria-busy={busy} tabIndex={-1}>
          <div className="records-body">
            {failure !== null && (
              <p className="notice notice-urgent" role="alert">
                {say(troubleId(failure))}
              </p>
            )}
            {answer?.records && <FoundRecords found={answer.records} />}
            {answer?.changes && (
              <>
                <p className="records-count" role="status">
                  {say("records.changes", { count: answer.changes.changes.length })}
                </p>
                <WhoChanged those={answer.changes.changes} />
              </>
            )}
            {answer?.refusal && <Refusal refusal={answer.refusal} />}
            {answer?.preview && (
              <PreviewPanel
                key={answer.preview.token}
                preview={answer.preview}
                busy={busy}
                onConfirm={(reason) => go(() => records.confirm(reason).then(() => setText("")))}
                onCancel={close}
              />
            )}
            {done && (
              <DonePanel
                key={done.change_id}
                done={done}
                earlier={answer?.last_change != null}
                busy={busy}
                onUndo={() => go(records.undo)}
              />
            )}
            {conflicts && (
              <ConflictPanel
                conflicts={conflicts}
                busy={busy}
                onAgain={() => go(() => records.ask(records.asked))}
                onLeave={close}
              />
            )}
            {deleted && <DeletedRecords onChanged={onChanged} />}
          </div>
          <Button kind="quiet" className="plain-press records-close" onPress={close}>
            {say("board.close")} <Key name="Esc" />
          </Button>
        </div>
      )}
    </section>
  );
}

function Refusal({ refusal }: { refusal: Schemas["RefusalView"] }) {
  const { say, row } = useWords();
  const fields = row(refusal.columns.map((column) => fieldName(column, say)));
  return (
    <p className="notice notice-urgent" role="alert">
      {say(refusalId(refusal.code), { fields })}
      {refusal.words.length > 0 && ` ${say("records.refused.words", { words: row(refusal.words) })}`}
    </p>
  );
}
