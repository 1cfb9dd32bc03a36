/** Handing back a session in danger: whether it still is, and why. */
import { useEffect, useRef, useState } from "react";
import { RadioButton, RadioField, RadioGroup } from "react-aria-components";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { LevelMark } from "../staff/LevelMark";
import { handBack } from "../staff/server";
import { useWords, type MessageId } from "../staff/words";
import { dangers } from "./alerts";
import { Panel, type AboutCard } from "./Panel";

const usual: Record<"lower" | "stay", readonly MessageId[]> = {
  lower: ["board.hand_back.looked", "board.hand_back.mistaken"],
  stay: ["board.hand_back.fetching", "board.hand_back.another"],
};

export function HandBackPanel({ card, onDone, onClose }: AboutCard) {
  const { say, inLanguage } = useWords();
  const { busy, failure, run } = useCommand();
  const [choice, setChoice] = useState<"lower" | "stay" | null>(null);
  const [reason, setReason] = useState("");
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => choices.current?.querySelector("input")?.focus(), []);
  const why = reason.trim();
  const ready = choice !== null && why.length >= 2 && !busy;

  const send = async () => {
    if (!ready) return;
    const done = await run(() => handBack(card.session_id, { reason: why, lowers: choice === "lower" }));
    onDone();
    if (done) onClose();
  };
  return (
    <Panel title={say("board.hand_back.title")} onClose={onClose}>
      {dangers(card).map((one) => (
        <p key={one.alert_id} className="panel-alert">
          <LevelMark level={one.level} /> {inLanguage(one.reason)}
        </p>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <RadioGroup
          ref={choices}
          className="panel-alerts"
          aria-label={say("board.hand_back.which")}
          value={choice}
          onChange={(value) => setChoice(value === "lower" ? "lower" : "stay")}
        >
          {(["lower", "stay"] as const).map((one) => (
            <RadioField key={one} value={one}>
              <RadioButton className="panel-alert">{say(`board.hand_back.${one}`)}</RadioButton>
            </RadioField>
          ))}
        </RadioGroup>
        <Field
          label={say("board.hand_back.reason")}
          value={reason}
          onChange={setReason}
          maxLength={200}
          isRequired
          validationBehavior="aria"
        />
        <Failure of={failure} />
        <div className="panel-foot">
          {(choice === null ? [] : usual[choice]).map((id) => (
            <Button key={id} className="plain-press" onPress={() => setReason(say(id))}>
              {say(id)}
            </Button>
          ))}
          <Button kind="primary" type="submit" className="panel-go" isDisabled={!ready}>
            {say("board.hand_back.go")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
