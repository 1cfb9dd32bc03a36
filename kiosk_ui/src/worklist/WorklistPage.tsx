/** The doctor's worklist: the day's patients on the left, one page on the right. */
import { useEffect, useMemo, useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Corner, type Staff } from "../staff/Desk";
import { Failure } from "../staff/Failure";
import { useKeys, useKeysOn } from "../staff/keys";
import { RecordsBox } from "../staff/records/RecordsBox";
import { useCommand } from "../staff/command";
import { callNext, readDepartments } from "../staff/server";
import { DepartmentNames, useWords } from "../staff/words";
import { DepartmentSelect } from "./DepartmentSelect";
import { dayAfter, isoDay } from "./page";
import { PatientPage } from "./PatientPage";
import { Patients } from "./Patients";
import { matching, NOBODY_BOOKED, PLACES } from "./queue";
import { useDay } from "./useDay";

const KEPT = "frontdesk.department";
const PHYSICIAN = "frontdesk.physician";

/** Of which department and record a link from the hospital's record system speaks. */
function linked() {
  const asked = new URLSearchParams(window.location.search);
  return { department: asked.get("department"), record: Number(asked.get("record")) || null };
}

export function WorklistPage({ staff }: { staff: Staff }) {
  const { say, intl, inLanguage, row } = useWords();
  const { me } = staff;
  const chooses = me.role !== "doctor";
  const [departments, setDepartments] = useState<readonly Schemas["DepartmentName"][]>([]);
  const [department, setDepartment] = useState(() =>
    chooses ? (linked().department ?? sessionStorage.getItem(KEPT) ?? me.department_id) : undefined,
  );
  const [day, setDay] = useState(() => isoDay(new Date()));
  const [asked] = useState(() => linked().record);
  const [wanted, setWanted] = useState(asked);
  const [query, setQuery] = useState("");
  const [physician, setPhysician] = useState(() => sessionStorage.getItem(PHYSICIAN));
  const [nobody, setNobody] = useState(false);
  const next = useCommand();
  const isToday = day === isoDay(new Date());
  const [keysOn] = useKeysOn();
  const [changes, setChanges] = useState(0);
  const { view, failure, refresh } = useDay(department, day);
  const entries = view?.entries ?? [];
  const open = entries.find((entry) => entry.outpatient_number === wanted);
  const chosen = open?.outpatient_number ?? null;

  useEffect(() => {
    readDepartments().then(setDepartments, () => undefined);
  }, []);
  const names = useMemo(() => departments.map((one) => one.name), [departments]);

  // The first who is not signed for opens by itself, but never in the place of somebody that a link asked for.
  const missing = chosen === null && wanted !== null && wanted === asked;
  const first = entries.find((entry) => entry.place !== "done") ?? entries[0];
  if (chosen === null && !missing && first && first.outpatient_number !== wanted) setWanted(first.outpatient_number);

  const shown = PLACES.flatMap((place) => matching(entries, query, physician).filter((one) => one.place === place));
  const go = (by: number) => {
    const place = shown.findIndex((entry) => entry.outpatient_number === chosen) + by;
    const to = shown[Math.min(Math.max(place, 0), shown.length - 1)];
    if (to) setWanted(to.outpatient_number);
  };
  const choosePhysician = (id: string | null) => {
    if (id === null) sessionStorage.removeItem(PHYSICIAN);
    else sessionStorage.setItem(PHYSICIAN, id);
    setPhysician(id);
  };
  const callsNext = () =>
    next.run(async () => {
      const { entry } = await callNext(physician === null ? [] : [physician === NOBODY_BOOKED ? "" : physician]);
      setNobody(entry === null);
      refresh();
      if (entry) setWanted(entry.outpatient_number);
    });
  useKeys({ j: () => go(1), k: () => go(-1) }, keysOn);

  return (
    <DepartmentNames value={names}>
    <div className="worklist">
      <header className="worklist-top">
        <h1>{view ? inLanguage(view.department.name) : say("worklist.title")}</h1>
        {chooses && (
          <DepartmentSelect
            departments={departments}
            chosen={department ?? null}
            onChoose={(id) => {
              sessionStorage.setItem(KEPT, id);
              setDepartment(id);
            }}
          />
        )}
        <div className="days">
          <Button
            kind="quiet"
            className="plain-press"
            aria-label={say("worklist.day_before")}
            onPress={() => setDay(dayAfter(day, -1))}
          >
            ‹
          </Button>
          <span className="tabular">
            {intl.formatDate(`${day}T12:00:00`, { month: "long", day: "numeric", weekday: "short" })}
          </span>
          <Button
            kind="quiet"
            className="plain-press"
            aria-label={say("worklist.day_after")}
            onPress={() => setDay(dayAfter(day, 1))}
          >
            ›
          </Button>
        </div>
        <Corner staff={staff} />
      </header>
      <RecordsBox
        me={me}
        open={chosen === null ? null : { outpatient_number: chosen }}
        about={open ? row([open.name || say("records.no_name"), String(open.outpatient_number)]) : null}
        keysOn={keysOn}
        onChanged={() => {
          setChanges((count) => count + 1);
          refresh();
        }}
      />
      <nav className="list" aria-label={say("worklist.patients")}>
        <Failure of={failure} />
        {department === null ? (
          <p className="no-patients">{say("worklist.choose_department")}</p>
        ) : (
          view && (
            <>
              {me.role === "doctor" && isToday && (
                <div className="next-patient">
                  <Button kind="primary" isDisabled={next.busy} onPress={() => void callsNext()}>
                    {say("worklist.queue.next")}
                  </Button>
                  {nobody && (
                    <p role="status" className="quiet">
                      {say("worklist.queue.nobody_waits")}
                    </p>
                  )}
                  <Failure of={next.failure} />
                </div>
              )}
              <Patients
                entries={entries}
                chosen={chosen}
                onChoose={setWanted}
                physician={physician}
                onPhysician={choosePhysician}
                query={query}
                onQuery={setQuery}
              />
            </>
          )
        )}
      </nav>
      <main className="reading">
        {view && missing && (
          <p className="notice" role="status">
            {say("worklist.not_on_list")}
          </p>
        )}
        {chosen !== null && <PatientPage
            key={chosen}
            number={chosen}
            me={me}
            entry={open ?? null}
            changes={changes}
            onChanged={refresh}
          />}
      </main>
    </div>
    </DepartmentNames>
  );
}
