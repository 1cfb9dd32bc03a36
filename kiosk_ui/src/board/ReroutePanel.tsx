/** Sending the patient to another department. */
import { useEffect, useRef, useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { readDepartments, reroute } from "../staff/server";
import { useWords } from "../staff/words";
import { DepartmentChoice } from "./DepartmentChoice";
import { Panel, type AboutCard } from "./Panel";

export function ReroutePanel({ card, onDone, onClose }: AboutCard) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
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
