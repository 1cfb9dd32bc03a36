/** Kiosks: pairing, names, out of service. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useWords } from "../staff/words";
import { momentWords } from "./moments";
import { Once } from "./Once";
import { Panel } from "./Panel";
import { Refusal } from "./Refusal";
import { RowPress } from "./RowPress";
import { disableKiosk, kioskCode, readKiosks, renameKiosk } from "./server";
import { Table } from "./Table";
import { useLoaded } from "./useLoaded";

type Kiosk = Schemas["PairedKioskView"];
type Open = { what: "pair" } | { what: "rename" | "disable" | "again"; of: Kiosk };

export function KiosksSection() {
  const { say, intl, row } = useWords();
  const { value, failure, again } = useLoaded(readKiosks);
  const [open, setOpen] = useState<Open | null>(null);
  const [told, setTold] = useState<Schemas["KioskCodeView"] | null>(null);
  const [name, setName] = useState("");

  const show = (wanted: Open) => {
    setName(wanted.what === "rename" ? wanted.of.name : "");
    setOpen(wanted);
  };
  const done = (code: Schemas["KioskCodeView"] | null = null) => {
    setOpen(null);
    setTold(code);
    again();
  };
  const kiosks = [...(value?.kiosks ?? [])].sort((one, two) => one.name.localeCompare(two.name, undefined, { numeric: true }));
  const state = (one: Kiosk) =>
    row([
      one.disabled && one.code_until === null
        ? say("admin.kiosks.disabled")
        : say("admin.kiosks.paired", { count: one.browsers }),
      one.code_until !== null && say("admin.kiosks.code_until", { time: momentWords(one.code_until, intl) }),
    ]);

  return (
    <>
      <p className="section-note">{say("admin.kiosks.note")}</p>
      {value?.pairing === "open" && <p className="notice notice-urgent">{say("admin.kiosks.open")}</p>}
      <Refusal of={failure} />
      {told && (
        <Once
          title={say("admin.kiosks.told", { name: told.name })}
          secret={told.code}
          note={say("admin.kiosks.told_note", { time: momentWords(told.expires, intl) })}
          onDone={() => done()}
        />
      )}
      {open?.what === "pair" && (
        <Panel
          title={say("admin.kiosks.pair")}
          go={say("admin.kiosks.get_code")}
          onGo={async () => done(await kioskCode(name))}
          onCancel={() => setOpen(null)}
        >
          <Field
            label={say("admin.field.kiosk")}
            note={say("admin.kiosks.name_note")}
            value={name}
            onChange={setName}
            className="panel-narrow"
          />
        </Panel>
      )}
      {open?.what === "rename" && (
        <Panel
          title={say("admin.kiosks.rename_which", { name: open.of.name })}
          go={say("admin.save")}
          onGo={async () => {
            await renameKiosk(open.of.name, name);
            done();
          }}
          onCancel={() => setOpen(null)}
        >
          <Field
            label={say("admin.field.new_name")}
            note={say("admin.kiosks.rename_note")}
            value={name}
            onChange={setName}
            className="panel-narrow"
          />
        </Panel>
      )}
      {(open?.what === "disable" || open?.what === "again") && (
        <Panel
          title={say(`admin.kiosks.${open.what}_which`, { name: open.of.name })}
          go={say(`admin.kiosks.${open.what}`)}
          dangerous={open.what === "disable"}
          onGo={async () => {
            if (open.what === "again") done(await kioskCode(open.of.name));
            else await disableKiosk(open.of.name).then(() => done());
          }}
          onCancel={() => setOpen(null)}
        >
          <p>{say(`admin.kiosks.${open.what}_note`)}</p>
        </Panel>
      )}
      {open === null && told === null && (
        <div className="section-presses">
          <Button kind="primary" onPress={() => show({ what: "pair" })}>
            {say("admin.kiosks.pair")}
          </Button>
        </div>
      )}
      <Table
        label={say("admin.kiosks")}
        rows={kiosks}
        id={(one) => one.name}
        nothing={value === null ? say("admin.loading") : say("admin.kiosks.none")}
        faded={(one) => one.disabled}
        columns={[
          { title: "admin.field.kiosk", cell: (one) => one.name, by: (one) => one.name },
          { title: "admin.staff.state", cell: state, by: state },
          {
            title: "admin.kiosks.seen",
            kind: "time",
            cell: (one) => (one.seen === null ? say("admin.kiosks.never") : momentWords(one.seen, intl)),
            by: (one) => one.seen ?? "",
          },
          {
            title: "admin.presses",
            kind: "presses",
            cell: (one) => (
              <div className="row-presses">
                {!one.disabled && (
                  <RowPress words={say("admin.kiosks.rename")} of={one.name} onPress={() => show({ what: "rename", of: one })} />
                )}
                <RowPress words={say("admin.kiosks.again")} of={one.name} onPress={() => show({ what: "again", of: one })} />
                {!one.disabled && (
                  <RowPress words={say("admin.kiosks.disable")} of={one.name} onPress={() => show({ what: "disable", of: one })} />
                )}
              </div>
            ),
          },
        ]}
      />
    </>
  );
}
