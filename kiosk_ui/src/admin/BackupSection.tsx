/** Backups, and how much is kept of what. */
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { useWords, type MessageId } from "../staff/words";
import { momentWords } from "./moments";
import { Refusal } from "./Refusal";
import { backUp, readBackup } from "./server";
import { Table } from "./Table";
import { useLoaded } from "./useLoaded";

export function BackupSection() {
  const { say, intl, row } = useWords();
  const { value, failure, set } = useLoaded(readBackup);
  const making = useCommand();
  const size = (bytes: number) =>
    intl.formatNumber(bytes / 1e6, { maximumFractionDigits: 1, minimumFractionDigits: 1, style: "unit", unit: "megabyte" });
  const files = value?.files ?? [];
  const [last] = files;
  const kept = ({ what, days, due, removed, removed_at: at }: Schemas["HoldingView"]) =>
    row([
      days ? say("admin.backup.days", { days, due: due ?? 0 }) : say(`admin.backup.kept.${what}` as MessageId),
      at !== null && say("admin.backup.removed", { count: removed ?? 0, time: momentWords(at, intl) }),
    ]);
  return (
    <>
      <p className="section-note">{value && say("admin.backup.note", { folder: value.folder })}</p>
      <Refusal of={failure} />
      {value && (
        <p className={last ? "notice notice-done" : "notice notice-urgent"}>
          {last
            ? say("admin.backup.last", { time: momentWords(last.at, intl), size: size(last.size) })
            : say("admin.backup.none")}
          {value.elsewhere !== null && ` ${say("admin.backup.elsewhere", { time: momentWords(value.elsewhere, intl) })}`}
        </p>
      )}
      <div className="section-presses">
        <Button
          kind="primary"
          isDisabled={making.busy}
          onPress={() => void making.run(async () => set(await backUp()))}
        >
          {say("admin.backup.make")}
        </Button>
      </div>
      <div role="status">{making.busy && <p>{say("admin.backup.making")}</p>}</div>
      <Refusal of={making.failure} />
      {last && (
        <Table
          label={say("admin.backup")}
          rows={files}
          id={(one) => one.name}
          nothing={say("admin.backup.none")}
          columns={[
            { title: "admin.backup.file", kind: "wide", cell: (one) => <code>{one.name}</code>, by: (one) => one.name },
            { title: "admin.audit.at", kind: "time", cell: (one) => momentWords(one.at, intl), by: (one) => one.at },
            { title: "admin.backup.size", kind: "number", cell: (one) => size(one.size), by: (one) => one.size },
          ]}
        />
      )}
      <h2>{say("admin.backup.retention")}</h2>
      <p className="section-note">{say("admin.backup.retention_note")}</p>
      <Table
        label={say("admin.backup.retention")}
        rows={value?.holdings ?? []}
        id={(one) => one.what}
        nothing={say("admin.loading")}
        columns={[
          { title: "admin.backup.what", cell: (one) => say(`admin.backup.of.${one.what}` as MessageId) },
          { title: "admin.backup.rows", kind: "number", cell: (one) => intl.formatNumber(one.rows), by: (one) => one.rows },
          {
            title: "admin.backup.oldest",
            kind: "time",
            cell: (one) => (one.oldest === null ? "–" : momentWords(one.oldest, intl)),
            by: (one) => one.oldest ?? "",
          },
          { title: "admin.backup.how_long", kind: "wide", cell: kept },
        ]}
      />
    </>
  );
}
