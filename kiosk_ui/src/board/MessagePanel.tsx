/** Saying something to the patient: a usual message with one press, or words of one's own. */
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import type { Schemas } from "../api/client";
import { freshId } from "../api/ids";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { readUsualMessages, sendMessage } from "../staff/server";
import { useWords } from "../staff/words";
import { Panel, type AboutCard } from "./Panel";
import { writtenIn } from "../staff/written";

const LONGEST_MESSAGE = 400;

export interface Draft {
  text: string;
  /** The same as long as the words are: sent again after a failed try, they are said once. */
  id: string;
}

export const noDraft = (): Draft => ({ text: "", id: freshId() });

interface MessageProps extends AboutCard {
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

export function MessagePanel({ card, draft, onDraft, onDone, onClose }: MessageProps) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const [warnedOf, setWarnedOf] = useState<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = draft.text.trim();
  const written = writtenIn(text);
  const other = written !== null && written !== card.language ? written : null;
  const warned = other !== null && warnedOf === text;

  const sent = async (id: string, words: string) => {
    const done = await run(() => sendMessage(card.session_id, { message_id: id, text: words }));
    if (done) {
      onDone();
      box.current?.focus();
    }
    return done;
  };
  const send = async (anyway: boolean) => {
    if (text === "" || busy) return;
    if (other !== null && !anyway) {
      setWarnedOf(text);
      return;
    }
    if (await sent(draft.id, text)) onDraft(noDraft());
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(false);
  };
  return (
    <Panel title={say("board.message.title")} onClose={onClose}>
      <div className="panel-row">
        <div className="panel-part">
          <TextField
            className="field"
            value={draft.text}
            onChange={(value) => onDraft({ text: value, id: freshId() })}
            maxLength={LONGEST_MESSAGE}
          >
            <Label>{say("board.message.label", { language: say(`board.language.${card.language}`) })}</Label>
            <TextArea ref={box} className="input panel-text" rows={2} onKeyDown={enter} />
          </TextField>
          {warned && (
            <p className="notice notice-urgent" role="alert">
              {say("board.message.wrong_language", {
                language: say(`board.language.${card.language}`),
                other: say(`board.language.${other}`),
              })}
            </p>
          )}
          <Failure of={failure} />
          <div className="panel-foot">
            <Button kind="primary" isDisabled={text === "" || busy} onPress={() => void send(warned)}>
              {say(warned ? "board.message.anyway" : "board.message.send")}
            </Button>
            <span className="quiet">{say("board.message.hint")}</span>
          </div>
        </div>
        <UsualMessages language={card.language} busy={busy} onSend={(words) => void sent(freshId(), words)} />
      </div>
    </Panel>
  );
}

interface UsualProps {
  language: Schemas["Language"];
  busy: boolean;
  onSend: (words: string) => void;
}

/** Each in the desk's language, and below it in the patient's where that is another. */
function UsualMessages({ language, busy, onSend }: UsualProps) {
  const { say, language: ours, inLanguage } = useWords();
  const [messages, setMessages] = useState<readonly Schemas["UsualMessage"][]>([]);
  useEffect(() => {
    readUsualMessages().then(setMessages, () => undefined);
  }, []);
  if (messages.length === 0) return null;
  return (
    <div className="usual" role="group" aria-label={say("board.message.usual")}>
      <p>{say("board.message.usual")}</p>
      <div className="usual-list">
        {messages.map(({ key, text }) => {
          const words = text[language] ?? "";
          return (
            <Button key={key} className="plain-press usual-press" isDisabled={busy} onPress={() => onSend(words)}>
              <span>{inLanguage(text)}</span>
              {ours !== language && (
                <span className="usual-theirs" lang={language}>
                  {words}
                </span>
              )}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
