/** The audit trail: who did what, and whether it is whole. */
import { useCallback, useState, type SyntheticEvent } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { fieldName } from "../staff/records/fields";
import { useWords, type MessageId } from "../staff/words";
import { Choice } from "./Choice";
import { momentWords } from "./moments";
import { Refusal } from "./Refusal";
import { searchAudit, verifyAudit, type AuditWanted } from "./server";
import { Table } from "./Table";
import { useLoaded } from "./useLoaded";

type Entry = Schemas["AuditEntryView"];

const acts = [
  ...["session", "read", "create", "update", "delete", "restore", "undo", "merge", "export", "sign"],
  ...["send_again", "refused", "load", "sign_in", "account", "kiosk", "setup", "backup", "keys", "retention", "erase"],
] as const;
const everything: AuditWanted = { by: "", patient: "", act: "", since: "", until: "" };

/** What an act was about: fields of a record by their names, everything else by the trail's own codes. */
function What({ codes }: { codes: readonly string[] }) {
  const { say, row } = useWords();
  const named = codes.map((code) => fieldName(code, say));
  return <span lang={named.every((name, place) => name === codes[place]) ? "en" : undefined}>{row(named)}</span>;
}

export function AuditSection() {
  const { say, intl, row } = useWords();
  const [wanted, setWanted] = useState(everything);
  const [asked, setAsked] = useState(everything);
  const [further, setFurther] = useState<Schemas["AuditPage"] | null>(null);
  const read = useCallback(() => searchAudit(asked), [asked]);
  const { value, failure } = useLoaded(read);
  const more = useCommand();
  const whole = useCommand();
  const [verified, setVerified] = useState<Schemas["VerifiedView"] | null>(null);
  const [noted, setNoted] = useState("");

  const entries = [...(value?.entries ?? []), ...(further?.entries ?? [])];
  const search = (event: SyntheticEvent) => {
    event.preventDefault();
    setFurther(null);
    setAsked({ ...wanted });
  };
  const next = async () => {
    const page = await searchAudit(asked, entries.at(-1)?.number);
    setFurther({ ...page, entries: [...(further?.entries ?? []), ...page.entries] });
  };
  const actWords = (act: string) => {
    const id = `admin.audit.act.${act}`;
    return id in intl.messages ? say(id as MessageId) : act;
  };
  const whose = (one: Entry) =>
    row([
      one.patients.length > 0 && say("admin.audit.of_patients", { those: one.patients.join(", ") }),
      one.records.length > 0 && say("admin.audit.of_records", { those: one.records.join(", ") }),
      one.sessions.length > 0 && say("admin.audit.of_sessions", { those: one.sessions.map((id) => id.slice(0, 8)).join(", ") }),
    ]);

  return (
    <>
      <p className="section-note">{say("admin.audit.note")}</p>
      <form className="search" role="search" aria-label={say("admin.audit.search")} onSubmit={search}>
        <Field label={say("admin.field.by")} value={wanted.by} onChange={(by) => setWanted({ ...wanted, by })} />
        <Field
          label={say("admin.field.patient")}
          value={wanted.patient}
          onChange={(patient) => setWanted({ ...wanted, patient })}
        />
        <Choice
          label={say("admin.field.act")}
          value={wanted.act}
          options={[{ key: "", words: say("admin.audit.every") }, ...acts.map((key) => ({ key, words: actWords(key) }))]}
          onChange={(act) => setWanted({ ...wanted, act })}
        />
        <Field
          label={say("admin.field.since")}
          type="datetime-local"
          value={wanted.since}
          onChange={(since) => setWanted({ ...wanted, since })}
        />
        <Field
          label={say("admin.field.until")}
          type="datetime-local"
          value={wanted.until}
          onChange={(until) => setWanted({ ...wanted, until })}
        />
        <Button kind="primary" type="submit">
          {say("admin.audit.search")}
        </Button>
      </form>
      <Refusal of={failure ?? more.failure} />
      <Table
        label={say("admin.audit")}
        rows={entries}
        id={(one) => one.number}
        nothing={value === null ? say("admin.loading") : say("admin.audit.nothing")}
        columns={[
          { title: "admin.audit.number", kind: "number", cell: (one) => one.number, by: (one) => one.number },
          { title: "admin.audit.at", kind: "time", cell: (one) => momentWords(one.at, intl), by: (one) => one.at },
          { title: "admin.field.by", cell: (one) => one.by, by: (one) => one.by },
          { title: "admin.field.act", cell: (one) => actWords(one.act), by: (one) => actWords(one.act) },
          { title: "admin.audit.about", kind: "wide", cell: (one) => (
              <>
                {one.what.length > 0 && <What codes={one.what} />} {whose(one)}
              </>
            ),
          },
        ]}
      />
      {(further ?? value)?.more && (
        <div className="section-presses">
          <Button kind="quiet" isDisabled={more.busy} onPress={() => void more.run(next)}>
            {say("admin.audit.more")}
          </Button>
        </div>
      )}
      <section className="panel" aria-label={say("admin.audit.verify")}>
        <h2>{say("admin.audit.verify")}</h2>
        <p>{say("admin.audit.verify_note")}</p>
        <Field label={say("admin.field.noted")} note={say("admin.audit.noted_note")} value={noted} onChange={setNoted} />
        <Refusal of={whole.failure} />
        <div role="status">
          {whole.busy && <p>{say("admin.audit.verifying")}</p>}
          {!whole.busy && verified && (
            <p className={verified.whole ? "notice notice-done" : "notice notice-emergency"}>
              {verified.whole
                ? say("admin.audit.whole", { number: verified.number })
                : say("admin.audit.broken", { number: verified.number, why: verified.why })}
            </p>
          )}
          {!whole.busy && verified?.whole && (
            <p>
              <code className="noted">{`${verified.number}:${verified.head}`}</code>
            </p>
          )}
        </div>
        <div className="panel-presses">
          <Button
            kind="primary"
            isDisabled={whole.busy}
            onPress={() => void whole.run(async () => setVerified(await verifyAudit(noted)))}
          >
            {say("admin.audit.verify")}
          </Button>
        </div>
      </section>
    </>
  );
}
