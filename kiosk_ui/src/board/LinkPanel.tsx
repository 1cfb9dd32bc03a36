/** Linking a guest's session to a chart, by number and birth date, and taking a wrong link back. */
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { linkChart, unlinkChart } from "../staff/server";
import { useWords } from "../staff/words";
import { Panel, type AboutCard } from "./Panel";

export function LinkPanel({ card, onDone, onClose }: AboutCard) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const [number, setNumber] = useState("");
  const [born, setBorn] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const ready = number.trim() !== "" && born !== "" && !busy;

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!ready) return;
    const done = await run(() => linkChart(card.session_id, { patient_number: number.trim(), birth_date: born }));
    onDone();
    if (done) onClose();
  };
  return (
    <Panel title={say("board.link.title")} onClose={onClose}>
      <form onSubmit={(event) => void send(event)}>
        <p>{say("board.link.how")}</p>
        <div className="panel-row">
          <Field
            ref={box}
            label={say("board.link.number")}
            value={number}
            onChange={setNumber}
            maxLength={40}
            autoComplete="off"
            spellCheck="false"
          />
          <Field label={say("board.link.born")} type="date" value={born} onChange={setBorn} autoComplete="off" />
        </div>
        <Failure of={failure} />
        <div className="panel-foot">
          <Button kind="primary" type="submit" isDisabled={!ready}>
            {say("board.link.go")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

export function UnlinkPanel({ card, onDone, onClose }: AboutCard) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const [reason, setReason] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const ready = reason.trim().length > 1 && !busy;

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!ready) return;
    const done = await run(() => unlinkChart(card.session_id, { reason: reason.trim() }));
    onDone();
    if (done) onClose();
  };
  return (
    <Panel title={say("board.unlink.title")} onClose={onClose}>
      <form onSubmit={(event) => void send(event)}>
        <p>{say("board.unlink.how", { name: card.patient?.name ?? "" })}</p>
        <Field ref={box} label={say("board.unlink.reason")} value={reason} onChange={setReason} maxLength={200} isRequired validationBehavior="aria" />
        <Failure of={failure} />
        <div className="panel-foot">
          <Button kind="primary" type="submit" isDisabled={!ready}>
            {say("board.unlink.go")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
