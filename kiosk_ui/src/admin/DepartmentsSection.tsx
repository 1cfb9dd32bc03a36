/** The hospital's departments: names, rooms, hours, closed today. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Field } from "../controls/Field";
import { useWords } from "../staff/words";
import { Choice } from "./Choice";
import { Panel } from "./Panel";
import { Refusal } from "./Refusal";
import { RowPress } from "./RowPress";
import { changeDepartment, readHouse } from "./server";
import { Table } from "./Table";
import { Text } from "./Text";
import { useLoaded } from "./useLoaded";

type Department = Schemas["DepartmentSetup"];

export function DepartmentsSection() {
  const { say, inLanguage } = useWords();
  const { value, failure, set } = useLoaded(readHouse);
  const [open, setOpen] = useState<Department | null>(null);
  const today = (one: Department) => {
    if (one.closed_today) return say("admin.departments.closed_today");
    return one.hours_today === "" ? say("admin.departments.closed") : one.hours_today;
  };
  return (
    <>
      <p className="section-note">{say("admin.departments.note")}</p>
      {value?.editable === false && <p className="notice notice-urgent">{say("admin.departments.elsewhere")}</p>}
      <Refusal of={failure} />
      {open && (
        <DepartmentForm
          key={open.department_id}
          department={open}
          onGo={async (body) => {
            set(await changeDepartment(open.department_id, body));
            setOpen(null);
          }}
          onCancel={() => setOpen(null)}
        />
      )}
      <Table
        label={say("admin.departments")}
        rows={value?.departments ?? []}
        id={(one) => one.department_id}
        nothing={value === null ? say("admin.loading") : say("admin.departments.none")}
        columns={[
          { title: "admin.field.department_id", cell: (one) => inLanguage(one.name), by: (one) => inLanguage(one.name) },
          {
            title: "admin.departments.place",
            cell: (one) => say("admin.departments.where", { building: inLanguage(one.building), floor: one.floor, room: one.room }),
            by: (one) => `${inLanguage(one.building)} ${one.floor} ${one.room}`,
          },
          { title: "admin.field.phone", cell: (one) => one.phone || "–" },
          { title: "admin.departments.today", cell: today, by: today },
          {
            title: "admin.departments.now",
            cell: (one) => (
              <span className={one.open_now ? "mark-good" : "mark-bad"}>
                {say(one.open_now ? "admin.departments.open" : "admin.departments.shut")}
              </span>
            ),
            by: (one) => Number(one.open_now),
          },
          ...(value?.editable
            ? [
                {
                  title: "admin.presses" as const,
                  kind: "presses" as const,
                  cell: (one: Department) => (
                    <RowPress words={say("admin.staff.change")} of={inLanguage(one.name)} onPress={() => setOpen(one)} />
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

interface FormProps {
  department: Department;
  onGo: (body: Schemas["DepartmentRequest"]) => Promise<unknown>;
  onCancel: () => void;
}

const languages = ["zh", "en"] as const;

function DepartmentForm({ department, onGo, onCancel }: FormProps) {
  const { say, inLanguage } = useWords();
  const [told, setTold] = useState({ ...department, floor: String(department.floor) });
  const [minutes, setMinutes] = useState(String(department.minutes_to_walk));
  const both = (field: "name" | "building", language: "zh" | "en") => (
    <Field
      key={`${field} ${language}`}
      label={say("admin.in_language", { field: say(`admin.field.${field}`), language: say(`admin.language.${language}`) })}
      value={told[field][language] ?? ""}
      onChange={(words) => setTold({ ...told, [field]: { ...told[field], [language]: words } })}
    />
  );
  const submit = () =>
    onGo({
      name: told.name,
      building: told.building,
      directions: told.directions,
      floor: Number.parseInt(told.floor, 10),
      room: told.room,
      phone: told.phone,
      hours: told.hours,
      minutes_to_walk: Number.parseInt(minutes, 10),
      closed_today: told.closed_today,
    });
  return (
    <Panel
      title={say("admin.staff.change_whom", { name: inLanguage(department.name) })}
      go={say("admin.save")}
      onGo={submit}
      onCancel={onCancel}
    >
      <div className="panel-fields">
        <Choice
          label={say("admin.departments.today")}
          value={told.closed_today ? "closed" : "hours"}
          options={[
            { key: "hours", words: say("admin.departments.by_hours") },
            { key: "closed", words: say("admin.departments.closed_today") },
          ]}
          onChange={(key) => setTold({ ...told, closed_today: key === "closed" })}
        />
        {languages.map((language) => both("name", language))}
        {languages.map((language) => both("building", language))}
        <Field label={say("admin.field.floor")} value={told.floor} onChange={(floor) => setTold({ ...told, floor })} inputMode="numeric" />
        <Field label={say("admin.field.room")} value={told.room} onChange={(room) => setTold({ ...told, room })} />
        <Field label={say("admin.field.phone")} value={told.phone} onChange={(phone) => setTold({ ...told, phone })} />
        <Field label={say("admin.field.minutes_to_walk")} value={minutes} onChange={setMinutes} inputMode="numeric" />
        <Field
          label={say("admin.field.hours")}
          note={say("admin.departments.hours_note")}
          value={told.hours}
          onChange={(hours) => setTold({ ...told, hours })}
        />
      </div>
      <div className="panel-fields panel-texts">
        {languages.map((language) => (
          <Text
            key={language}
            lang={language}
            label={say("admin.in_language", { field: say("admin.field.directions"), language: say(`admin.language.${language}`) })}
            note={say("admin.departments.directions_note")}
            value={told.directions[language] ?? ""}
            onChange={(words) => setTold({ ...told, directions: { ...told.directions, [language]: words } })}
          />
        ))}
      </div>
    </Panel>
  );
}
