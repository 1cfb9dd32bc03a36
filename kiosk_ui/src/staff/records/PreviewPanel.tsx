/** A change as it would be: read it, then confirm or leave it. */
import { useState } from "react";
import { Button } from "../../controls/Button";
import { Field } from "../../controls/Field";
import { useFocusOnceShown } from "../focus";
import { useWords } from "../words";
import { Changes } from "./Changes";
import type { Preview } from "./useRecords";

interface Props {
  preview: Preview;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

export function PreviewPanel({ preview, busy, onConfirm, onCancel }: Props) {
  const { say } = useWords();
  const [reason, setReason] = useState("");
  const heading = useFocusOnceShown<HTMLHeadingElement>();
  const ready = !busy && (!preview.needs_reason || reason.trim().length > 1);
  const falls = preview.rows.some((row) =>
    row.fields.some(({ field, after }) => field === "physician_signature" && after === ""),
  );
  return (
    <div className="records-preview">
      <h3 ref={heading} tabIndex={-1}>
        {say(`records.would.${preview.operation}`, { count: preview.rows.length })}
      </h3>
      <p>{say("records.nothing_yet")}</p>
      {preview.name_differs && <p className="notice notice-urgent">{say("records.name_differs")}</p>}
      {falls && <p className="quiet">{say("records.signature_falls")}</p>}
      <Changes rows={preview.rows} />
      {preview.needs_reason && (
        <Field label={say("records.reason")} value={reason} onChange={setReason} maxLength={200} isRequired />
      )}
      <div className="records-foot">
        <Button
          kind={preview.operation === "delete" ? "danger" : "primary"}
          isDisabled={!ready}
          onPress={() => onConfirm(reason.trim())}
        >
          {say(`records.confirm.${preview.operation}`)}
        </Button>
        <Button isDisabled={busy} onPress={onCancel}>
          {say("records.cancel")}
        </Button>
      </div>
    </div>
  );
}
