/** Records marked as deleted, for who may restore them. */
import { useEffect, useState } from "react";
import type { Schemas } from "../../api/client";
import { Button } from "../../controls/Button";
import { useCommand } from "../command";
import { readDeleted, restoreRecord } from "../server";
import { useWords } from "../words";
import { troubleId } from "./fields";
import { RecordName } from "./Found";

type Deleted = Schemas["DeletedView"];

export function DeletedRecords({ onChanged }: { onChanged: () => void }) {
  const { say, intl } = useWords();
  const [those, setThose] = useState<readonly Deleted[] | null>(null);
  const { busy, failure, run } = useCommand();
  useEffect(() => {
    readDeleted().then(setThose, () => setThose([]));
  }, []);
  const restore = async (one: Deleted) => {
    if (await run(() => restoreRecord(one.outpatient_number, one.version))) onChanged();
    setThose(await readDeleted());
  };
  if (those === null) return null;
  return (
    <>
      <p className="records-count" role="status">
        {say("records.deleted.count", { count: those.length })}
      </p>
      {failure !== null && (
        <p className="notice notice-urgent" role="alert">
          {say(troubleId(failure))}
        </p>
      )}
      {those.length > 0 && (
        <table className="records-table">
          <thead>
            <tr>
              <th scope="col">{say("records.record")}</th>
              <th scope="col">{say("records.field.chief_complaint")}</th>
              <th scope="col">{say("records.deleted.why")}</th>
              <th scope="col">
                <span className="visually-hidden">{say("records.deleted.restore")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {those.map((one) => (
              <tr key={one.outpatient_number}>
                <th scope="row">
                  <RecordName of={one} />
                </th>
                <td>{one.complaint || "–"}</td>
                <td>
                  {one.reason === "undo" ? say("records.deleted.undone") : one.reason}
                  <br />
                  <span className="quiet">
                    {one.by}, {intl.formatDate(one.at, { month: "short", day: "numeric" })}
                  </span>
                </td>
                <td>
                  <Button
                    className="plain-press"
                    isDisabled={busy}
                    aria-label={say("records.deleted.restore_one", { number: one.outpatient_number })}
                    onPress={() => void restore(one)}
                  >
                    {say("records.deleted.restore")}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
