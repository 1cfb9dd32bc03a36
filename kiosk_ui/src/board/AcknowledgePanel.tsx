/** Putting one's name to an alert, with what one is doing about it. */
import { useEffect, useRef, useState } from "react";
import { RadioButton, RadioField, RadioGroup } from "react-aria-components";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { LevelMark } from "../staff/LevelMark";
import { acknowledge } from "../staff/server";
import { useWords, type MessageId } from "../staff/words";
import { openAlerts } from "./alerts";
import { Disputed } from "./Disputed";
import { Panel, type AboutCard } from "./Panel";

type Found = NonNullable<Schemas["AcknowledgeRequest"]["found"]>;

const usual: readonly { id: MessageId; found: Found }[] = [
  { id: "board.acknowledge.going", found: "unseen" },
  { id: "board.acknowledge.with_patient", found: "danger" },
  { id: "board.acknowledge.escort", found: "danger" },
  { id: "board.acknowledge.mistaken", found: "no_danger" },
];
const findings: readonly Found[] = ["unseen", "danger", "no_danger"];

const ALL = "all";

export function AcknowledgePanel({ card, onDone, onClose }: AboutCard) {
  const { say, inLanguage } = useWords();
  const { busy, failure, run } = useCommand();
  const alerts = openAlerts(card);
  const [chosen, setChosen] = useState<string | null>(null);
  const [found, setFound] = useState<Found>("unseen");
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
      for (const one of meant) await acknowledge(card.session_id, one.alert_id, { reason: why, found });
    };
    const done = await run(answers);
    onDone();
    if (!done) return;
    if (meant.length === alerts.length) onClose();
    else {
      setReason("");
      setFound("unseen");
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
                <Disputed alert={one} language={card.language} />
              </RadioButton>
            </RadioField>
          ))}
        </RadioGroup>
      )}
      {alerts.length === 1 && alerts[0] && (
        <p className="panel-alert">
          <LevelMark level={alerts[0].level} /> {inLanguage(alerts[0].reason)}
          <Disputed alert={alerts[0]} language={card.language} />
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {meant.some((one) => one.rule !== "") && (
          <RadioGroup
            className="panel-alerts"
            aria-label={say("board.acknowledge.found")}
            value={found}
            onChange={(value) => setFound(findings.find((one) => one === value) ?? "unseen")}
          >
            {findings.map((one) => (
              <RadioField key={one} value={one}>
                <RadioButton className="panel-alert">{say(`board.acknowledge.found.${one}`)}</RadioButton>
              </RadioField>
            ))}
          </RadioGroup>
        )}
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
          {usual.map((one) => (
            <Button
              key={one.id}
              className="plain-press"
              onPress={() => {
                setReason(say(one.id));
                setFound(one.found);
              }}
            >
              {say(one.id)}
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
