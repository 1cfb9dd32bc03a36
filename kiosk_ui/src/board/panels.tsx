/** What opens above the bar, never over the words: message, reroute, acknowledge. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Label, RadioButton, RadioField, RadioGroup, TextArea, TextField } from "react-aria-components";
import { freshId } from "../api/ids";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useDeed } from "../staff/deed";
import { Failure } from "../staff/Failure";
import { LevelMark } from "../staff/LevelMark";
import { acknowledge, readDepartments, reroute, sendMessage } from "../staff/server";
import { useWords, type MessageId } from "../staff/words";
import type { Schemas } from "../api/client";
import { Key } from "../staff/Key";
import { openAlerts, type Card } from "./alerts";
import { DepartmentChoice } from "./DepartmentChoice";

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Escape closes it, unless it only ended a composition or closed a list. */
export function Panel({ title, onClose, children }: PanelProps) {
  const { say } = useWords();
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section className="panel" aria-label={title} onKeyDown={close}>
      <div className="panel-head">
        <h3>{title}</h3>
        <Button kind="quiet" className="plain-press" onPress={onClose}>
          {say("board.close")} <Key name="Esc" />
        </Button>
      </div>
      {children}
    </section>
  );
}

interface Props {
  card: Card;
  onDone: () => void;
  onClose: () => void;
}

const LONGEST_MESSAGE = 400;

export interface Draft {
  text: string;
  /** Kept over a failed try, so that the same words are never said twice. */
  id: string;
}

export const noDraft = (): Draft => ({ text: "", id: freshId() });

interface MessageProps extends Props {
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

export function MessagePanel({ card, draft, onDraft, onDone, onClose }: MessageProps) {
  const { say } = useWords();
  const { busy, failure, run } = useDeed();
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
        onChange={(value) => onDraft({ text: value, id: draft.id })}
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

export function ReroutePanel({ card, onDone, onClose }: Props) {
  const { say } = useWords();
  const { busy, failure, run } = useDeed();
  const [departments, setDepartments] = useState<readonly Schemas["DepartmentName"][] | null>(null);
  const [missing, setMissing] = useState<unknown>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    readDepartments().then(setDepartments, setMissing);
  }, []);
  useEffect(() => box.current?.focus(), [departments]);

  const send = async () => {
    if (chosen === null || busy) return;
    if (await run(() => reroute(card.session_id, { department_id: chosen, reason: reason.trim() }))) {
      onDone();
      onClose();
    }
  };
  return (
    <Panel title={say("board.reroute.title")} onClose={onClose}>
      <div className="panel-row">
        <div>
          <DepartmentChoice ref={box} departments={departments ?? []} chosen={chosen} onChoose={setChosen} />
        </div>
        <Field label={say("board.reroute.reason")} value={reason} onChange={setReason} maxLength={200} />
      </div>
      <Failure of={failure ?? missing} />
      <div className="panel-foot">
        <Button kind="primary" isDisabled={chosen === null || busy} onPress={() => void send()}>
          {say("board.reroute.go")}
        </Button>
      </div>
    </Panel>
  );
}

const usual: readonly MessageId[] = [
  "board.acknowledge.going",
  "board.acknowledge.with_patient",
  "board.acknowledge.escort",
  "board.acknowledge.mistaken",
];

const ALL = "all";

export function AcknowledgePanel({ card, onDone, onClose }: Props) {
  const { say, inLanguage } = useWords();
  const { busy, failure, run } = useDeed();
  const alerts = openAlerts(card);
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  // One patient, one walk: all of them at once, unless the nurse picks one.
  const meant = alerts.some((one) => one.alert_id === chosen)
    ? alerts.filter((one) => one.alert_id === chosen)
    : alerts;
  const why = reason.trim();

  const send = async () => {
    if (why.length < 2 || busy) return;
    const answers = async () => {
      for (const one of meant) await acknowledge(card.session_id, one.alert_id, { reason: why });
    };
    const done = await run(answers);
    onDone();
    if (!done) return;
    if (meant.length === alerts.length) onClose();
    else {
      setReason("");
      setChosen(null);
      box.current?.focus();
    }
  };
  return (
    <Panel title={say("board.acknowledge.title")} onClose={onClose}>
      {alerts.length > 1 && (
        <RadioGroup
          className="panel-alerts"
          aria-label={say("board.acknowledge.which")}
          value={chosen ?? ALL}
          onChange={(value) => setChosen(value === ALL ? null : value)}
        >
          <RadioField value={ALL}>
            <RadioButton className="panel-alert">{say("board.acknowledge.all", { count: alerts.length })}</RadioButton>
          </RadioField>
          {alerts.map((one) => (
            <RadioField key={one.alert_id} value={one.alert_id}>
              <RadioButton className="panel-alert">
                <LevelMark level={one.level} /> {inLanguage(one.reason)}
              </RadioButton>
            </RadioField>
          ))}
        </RadioGroup>
      )}
      {alerts.length === 1 && alerts[0] && (
        <p className="panel-alert">
          <LevelMark level={alerts[0].level} /> {inLanguage(alerts[0].reason)}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field
          ref={box}
          label={say("board.acknowledge.reason")}
          value={reason}
          onChange={setReason}
          maxLength={200}
          isRequired
          validationBehavior="aria"
        />
        <Failure of={failure} />
        <div className="panel-foot">
          {usual.map((id) => (
            <Button key={id} className="plain-press" onPress={() => setReason(say(id))}>
              {say(id)}
            </Button>
          ))}
          <Button kind="primary" type="submit" className="panel-go" isDisabled={why.length < 2 || busy}>
            {say("board.acknowledge.go")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
