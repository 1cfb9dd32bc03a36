/** Staff accounts. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import type { Staff } from "../staff/Desk";
import { readDepartments } from "../staff/server";
import { useWords } from "../staff/words";
import { Choice } from "./Choice";
import { momentWords } from "./moments";
import { Once } from "./Once";
import { Panel } from "./Panel";
import { Refusal } from "./Refusal";
import { RowPress } from "./RowPress";
import { addStaff, changeStaff, disableStaff, enableStaff, readStaff, removeSecondFactorOf, resetPassword, signOutStaff } from "./server";
import { Table } from "./Table";
import { useLoaded } from "./useLoaded";

type Member = Schemas["StaffView"];
type Dangerous = "reset" | "disable" | "remove_second_factor";
type Open = { what: "add" } | { what: "change" | Dangerous; of: Member };

export function StaffSection({ staff }: { staff: Staff }) {
  const { say, intl, row, inLanguage } = useWords();
  const { value, failure, again } = useLoaded(readStaff);
  const departments = useLoaded(readDepartments);
  const [open, setOpen] = useState<Open | null>(null);
  const [told, setTold] = useState<Schemas["OneTimeView"] | null>(null);
  const [undone, setUndone] = useState<unknown>(null);

  const done = (one: Schemas["OneTimeView"] | null = null) => {
    setOpen(null);
    setTold(one);
    again();
  };
  const department = (id: string | null) => {
    const known = departments.value?.find((one) => one.department_id === id);
    return known ? inLanguage(known.name) : (id ?? "");
  };
  const state = (one: Member) =>
    row([
      one.disabled ? say("admin.staff.disabled") : one.signed_in > 0 && say("admin.staff.signed_in", { count: one.signed_in }),
      one.provided && say("admin.staff.provided"),
      one.second_factor && say("admin.staff.second_factor"),
      one.one_time_until !== null && say("admin.staff.one_time_until", { time: momentWords(one.one_time_until, intl) }),
    ]);

  return (
    <>
      <p className="section-note">{say("admin.staff.note")}</p>
      <Refusal of={failure ?? undone} />
      {told && (
        <Once
          title={say("admin.staff.told", { username: told.username })}
          secret={told.password}
          note={say("admin.staff.told_note", { time: momentWords(told.expires, intl) })}
          onDone={() => setTold(null)}
        />
      )}
      {open?.what === "add" && (
        <MemberForm
          departments={departments.value ?? []}
          onGo={async (username, body) => done(await addStaff({ username, ...body }))}
          onCancel={() => setOpen(null)}
        />
      )}
      {open?.what === "change" && (
        <MemberForm
          key={open.of.username}
          member={open.of}
          departments={departments.value ?? []}
          onGo={async (username, body) => {
            await changeStaff(username, body);
            done();
          }}
          onCancel={() => setOpen(null)}
        />
      )}
      {open && open.what !== "add" && open.what !== "change" && (
        <Panel
          key={`${open.what} ${open.of.username}`}
          title={say(`admin.staff.${open.what}_whom`, { name: open.of.name })}
          go={say(`admin.staff.${open.what}`)}
          dangerous
          onGo={async () => {
            if (open.what === "reset") done(await resetPassword(open.of.username));
            else {
              await (open.what === "disable" ? disableStaff : removeSecondFactorOf)(open.of.username);
              done();
            }
          }}
          onCancel={() => setOpen(null)}
        >
          <p>{say(`admin.staff.${open.what}_note`)}</p>
        </Panel>
      )}
      {open === null && (
        <div className="section-presses">
          <Button kind="primary" onPress={() => setOpen({ what: "add" })}>
            {say("admin.staff.add")}
          </Button>
        </div>
      )}
      <Table
        label={say("admin.staff")}
        rows={value ?? []}
        id={(one) => one.username}
        nothing={value === null ? say("admin.loading") : say("admin.staff.nobody")}
        faded={(one) => one.disabled}
        columns={[
          { title: "admin.field.username", cell: (one) => one.username, by: (one) => one.username },
          { title: "admin.field.name", cell: (one) => one.name, by: (one) => one.name },
          { title: "admin.field.role", cell: (one) => say(`start.role.${one.role}`), by: (one) => one.role },
          {
            title: "admin.field.department_id",
            cell: (one) => department(one.department_id),
            by: (one) => department(one.department_id),
          },
          { title: "admin.staff.state", cell: state, by: state },
          {
            title: "admin.presses",
            kind: "presses",
            cell: (one) => (
              <div className="row-presses">
                <RowPress words={say("admin.staff.change")} of={one.username} onPress={() => setOpen({ what: "change", of: one })} />
                {!one.provided && (
                  <RowPress
                    words={say("admin.staff.reset")}
                    of={one.username}
                    onPress={() => setOpen({ what: "reset", of: one })}
                  />
                )}
                {one.signed_in > 0 && one.username !== staff.me.username && (
                  <RowPress
                    words={say("admin.staff.sign_out")}
                    of={one.username}
                    onPress={() => void signOutStaff(one.username).then(() => done(), setUndone)}
                  />
                )}
                {one.second_factor && (
                  <RowPress
                    words={say("admin.staff.remove_second_factor")}
                    of={one.username}
                    onPress={() => setOpen({ what: "remove_second_factor", of: one })}
                  />
                )}
                {one.disabled ? (
                  <RowPress
                    words={say("admin.staff.enable")}
                    of={one.username}
                    onPress={() => void enableStaff(one.username).then(() => done(), setUndone)}
                  />
                ) : (
                  one.username !== staff.me.username && (
                    <RowPress
                      words={say("admin.staff.disable")}
                      of={one.username}
                      onPress={() => setOpen({ what: "disable", of: one })}
                    />
                  )
                )}
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

const roles = ["nurse", "doctor", "records_officer", "manager", "admin"] as const;

interface FormProps {
  member?: Member;
  departments: readonly Schemas["DepartmentName"][];
  onGo: (username: string, body: Schemas["StaffRequest"]) => Promise<unknown>;
  onCancel: () => void;
}

function MemberForm({ member, departments, onGo, onCancel }: FormProps) {
  const { say, inLanguage } = useWords();
  const [username, setUsername] = useState(member?.username ?? "");
  const [name, setName] = useState(member?.name ?? "");
  const [role, setRole] = useState<Member["role"]>(member?.role ?? "nurse");
  const [department, setDepartment] = useState(member?.department_id ?? "");
  return (
    <Panel
      title={member ? say("admin.staff.change_whom", { name: member.name }) : say("admin.staff.add")}
      go={say(member ? "admin.save" : "admin.staff.add")}
      onGo={() => onGo(username.trim(), { name, role, department_id: role === "doctor" ? department || null : null })}
      onCancel={onCancel}
    >
      {member && <p>{say("admin.staff.change_note")}</p>}
      <div className="panel-fields">
        {!member && (
          <Field
            label={say("admin.field.username")}
            note={say("admin.staff.username_note")}
            value={username}
            onChange={setUsername}
            autoComplete="off"
            spellCheck="false"
          />
        )}
        <Field label={say("admin.field.name")} note={say("admin.staff.name_note")} value={name} onChange={setName} />
        <Choice
          label={say("admin.field.role")}
          value={role}
          options={roles.map((key) => ({ key, words: say(`start.role.${key}`) }))}
          onChange={setRole}
        />
        {role === "doctor" && (
          <Choice
            label={say("admin.field.department_id")}
            value={department}
            options={[
              { key: "", words: "" },
              ...departments.map((one) => ({ key: one.department_id, words: inLanguage(one.name) })),
            ]}
            onChange={setDepartment}
          />
        )}
      </div>
    </Panel>
  );
}
