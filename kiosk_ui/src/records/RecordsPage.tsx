/** The records office's page: the line for instructions, the table, and what is open of it at the side. */
import { useCallback, useEffect, useState } from "react";
import type { Schemas } from "../api/client";
import { Refused } from "../api/client";
import { Button } from "../controls/Button";
import { Corner, type Staff } from "../staff/Desk";
import { useKeysOn } from "../staff/keys";
import { RecordsBox } from "../staff/records/RecordsBox";
import { readDepartments } from "../staff/server";
import { Download } from "../staff/Download";
import { DepartmentNames, failureId, useWords } from "../staff/words";
import { ColumnChoice } from "./ColumnChoice";
import { Filter } from "./Filter";
import { Foot } from "./Foot";
import { Pane, type Open } from "./Pane";
import { RecordTable } from "./RecordTable";
import { asked, readPage, type Page } from "./server";
import { addressOf, keepColumns, keptColumns, wantedOf, type Column, type Wanted } from "./wanted";

interface Shown {
  of: Wanted;
  page: Page | null;
  failure: unknown;
}

/** What was shown stays until what is wanted now is there. */
function usePage(wanted: Wanted, changes: number) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let current = true;
    history.replaceState(null, "", addressOf(wanted));
    readPage(wanted).then(
      (page) => current && setShown({ of: wanted, page, failure: null }),
      (failure: unknown) => current && setShown((last) => ({ of: wanted, page: last?.page ?? null, failure })),
    );
    return () => {
      current = false;
    };
  }, [wanted, changes]);
  return { page: shown?.page ?? null, failure: shown?.failure ?? null, busy: shown?.of !== wanted };
}

export function RecordsPage({ staff }: { staff: Staff }) {
  const { say } = useWords();
  const [wanted, setWanted] = useState(() => wantedOf(location.search));
  const [filters, setFilters] = useState(0); // the filter is drawn anew when it is set from elsewhere
  const [columns, setColumns] = useState(keptColumns);
  const [departments, setDepartments] = useState<readonly Schemas["DepartmentName"][]>([]);
  const [open, setOpen] = useState<Open | null>(null);
  const [changes, setChanges] = useState(0);
  const [keysOn] = useKeysOn();
  const { page, failure, busy } = usePage(wanted, changes);
  const changed = useCallback(() => setChanges((count) => count + 1), []);

  useEffect(() => {
    readDepartments().then(setDepartments, () => undefined);
  }, []);

  const number = open?.number ?? null;
  const choose = (chosen: readonly Column[]) => {
    keepColumns(chosen);
    setColumns(chosen);
  };
  const showsOne = (q: string) => {
    setFilters((count) => count + 1);
    setWanted({ ...wanted, q, field: "", page: 1 });
  };
  return (
    <DepartmentNames value={departments.map((one) => one.name)}>
      <div className={open ? "sheet sheet-opened" : "sheet"}>
        <header className="sheet-strip">
          <h1>{say("start.records")}</h1>
          <Corner staff={staff} />
        </header>
        <RecordsBox
          me={staff.me}
          open={number === null ? null : { outpatient_number: number }}
          about={number === null ? null : say("sheet.pane.record", { number })}
          keysOn={keysOn}
          onChanged={changed}
        />
        <main className="sheet-main" aria-busy={busy}>
          <Filter
            key={filters}
            wanted={wanted}
            departments={staff.me.role === "doctor" ? [] : departments}
            onWant={setWanted}
          />
          <div role="alert">{failure !== null && !busy && <Failed failure={failure} />}</div>
          <div className="sheet-head">
            <p role="status" className="sheet-count">
              {busy || page === null
                ? say("sheet.table.loading")
                : `${say("sheet.table.count", { count: page.total })}${rangeOf(page, say)}`}
            </p>
            {page && <Notes page={page} asked={wanted.q} />}
            <div className="sheet-presses">
              <ColumnChoice columns={columns} onChoose={choose} />
              <Export wanted={wanted} columns={columns} page={page} />
            </div>
          </div>
          {page && page.rows.length > 0 && (
            <div className="sheet-place">
              <RecordTable
                rows={page.rows}
                columns={columns.filter((one) => page.columns.includes(one))}
                wanted={wanted}
                busy={busy}
                chosen={number}
                onSort={(sort, descending) => setWanted({ ...wanted, sort, descending, page: 1 })}
                onOpen={(row) => row.here && setOpen({ number: row.outpatient_number, patient: row.patient_id })}
              />
            </div>
          )}
          {page?.total === 0 && !busy && (
            <Nothing asked={wanted.q} onPatient={(patient) => setOpen({ number: null, patient })} />
          )}
          {page && page.total > 0 && <Foot page={page} wanted={wanted} onWant={setWanted} />}
        </main>
        {open && (
          <Pane
            key={`${open.number}-${open.patient}`}
            open={open}
            me={staff.me}
            changes={changes}
            onChanged={changed}
            onShowAll={showsOne}
            onClose={() => setOpen(null)}
          />
        )}
      </div>
    </DepartmentNames>
  );
}

function rangeOf(page: Page, say: ReturnType<typeof useWords>["say"]): string {
  if (page.rows.length === 0) return "";
  const first = (page.page - 1) * page.size + 1;
  return ` · ${say("sheet.table.range", { first, last: first + page.rows.length - 1 })}`;
}

function Failed({ failure }: { failure: unknown }) {
  const { say } = useWords();
  const known = failure instanceof Refused && failure.code === "not_a_number";
  return <p className="notice notice-urgent">{say(known ? "sheet.table.not_a_number" : failureId(failure))}</p>;
}

/** Where the list is less, or other, than it looks. */
function Notes({ page, asked }: { page: Page; asked: string }) {
  const { say } = useWords();
  return (
    <>
      {page.kept !== null && (
        <p className="notice">{say("sheet.table.kept", { asked: asked.toUpperCase(), kept: page.kept })}</p>
      )}
      {page.own_department && <p className="quiet">{say("sheet.table.own_department")}</p>}
      {page.among !== null && (
        <p className="notice notice-urgent">{say("sheet.table.among", { count: page.among })}</p>
      )}
      {page.away && <p className="notice notice-urgent">{say("sheet.table.away")}</p>}
    </>
  );
}

function Nothing({ asked, onPatient }: { asked: string; onPatient: (number: string) => void }) {
  const { say } = useWords();
  return (
    <div className="sheet-nothing">
      <p>{say("sheet.table.empty")}</p>
      {/\d/.test(asked) && (
        <Button onPress={() => onPatient(asked.trim())}>
          {say("sheet.table.no_record_of", { number: asked.trim().toUpperCase() })}
        </Button>
      )}
    </div>
  );
}

function Export({ wanted, columns, page }: { wanted: Wanted; columns: readonly Column[]; page: Page | null }) {
  const { say, language } = useWords();
  if (page === null || page.total === 0) return null;
  if (page.total > page.export_at_most)
    return <span className="quiet">{say("sheet.table.export.too_many", { most: page.export_at_most })}</span>;
  const query = new URLSearchParams({ columns: columns.join(","), language });
  for (const [name, value] of Object.entries(asked(wanted))) query.set(name, String(value));
  return (
    <Download
      path={`/api/records/export?${query.toString()}`}
      words={say("sheet.table.export")}
      title={say("sheet.table.export.note")}
    />
  );
}
