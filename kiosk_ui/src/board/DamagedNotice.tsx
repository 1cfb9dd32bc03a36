/** A session that cannot be read: somebody sees to the patient, then ends it with what is known. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { end } from "../staff/server";
import { useWords } from "../staff/words";
import { kioskWords } from "./person";

interface Props {
  damaged: Schemas["DamagedView"];
  onEnded: () => void;
}

export function DamagedNotice({ damaged, onEnded }: Props) {
  const { say, intl } = useWords();
  const { busy, failure, run } = useCommand();
  const [reason, setReason] = useState("");
  const why = reason.trim();
  return (
    <div className="notice notice-urgent" role="alert">
      {say("board.damaged", { kiosk: kioskWords(damaged.kiosk, say), time: intl.formatTime(damaged.started) })}{" "}
      <Field label={say("board.damaged.why")} value={reason} onChange={setReason} maxLength={200} />
      <Button
        className="plain-press"
        isDisabled={busy || why.length < 2}
        onPress={() => void run(() => end(damaged.session_id, { reason: why })).then(onEnded)}
      >
        {say("board.damaged.end")}
      </Button>
      <Failure of={failure} />
    </div>
  );
}
