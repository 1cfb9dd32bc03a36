/** Saying something to the patient. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { freshId } from "../api/ids";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { sendMessage } from "../staff/server";
import { useWords } from "../staff/words";
import { Panel, type AboutCard } from "./Panel";

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
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const text = draft.text.trim();

  const send = async () => {
    if (text === "" || busy) return;
    if (await run(() => sendMessage(card.session_id, { message_id: draft.id, text }))) {
      onDraft(noDraft());
      onDone();
      box.current?.focus();
    }
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <Panel title={say("board.message.title")} onClose={onClose}>
      <TextField
        className="field"
        value={draft.text}
        onChange={(value) => onDraft({ text: value, id: freshId() })}
        maxLength={LONGEST_MESSAGE}
      >
        <Label>{say("board.message.label", { language: say(`board.language.${card.language}`) })}</Label>
        <TextArea ref={box} className="input panel-text" rows={2} onKeyDown={enter} />
      </TextField>
      <Failure of={failure} />
      <div className="panel-foot">
        <Button kind="primary" isDisabled={text === "" || busy} onPress={() => void send()}>
          {say("board.message.send")}
        </Button>
        <span className="quiet">{say("board.message.hint")}</span>
      </div>
    </Panel>
  );
}
