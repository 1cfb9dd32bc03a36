/** What an instruction found: one table for a few fields, one for each record when all of them were asked for. */
import type { Schemas } from "../../api/client";
import { named } from "../../api/named";
import { useWords } from "../words";
import { Written } from "../Written";
import { codedWords, fieldName } from "./fields";

type Found = Schemas["RecordsFound"];
type Row = Found["rows"][number];

const A_FEW = 6;
// Said in the heading of every record already.
const HEADING = new Set(["outpatient_number", "patient_id", "name", "department", "visit_date"]);

export function FoundRecords({ found }: { found: Found }) {
  const { say } = useWords();
  const fields = found.columns.filter((column) => !HEADING.has(column));
  return (
    <>
      <p className="records-count" role="status">
        {say("records.found", { count: found.rows.length })}
        {found.cut && ` ${say("records.cut")}`}
        {found.own_department && <span className="quiet"> {say("records.own_department")}</span>}
      </p>
      <ReadAs found={found} />
      {found.rows.length > 0 &&
        (fields.length <= A_FEW ? (
          <Few rows={found.rows} fields={fields} />
        ) : (
          <div className="records-side-by-side">
            {found.rows.map((row) => (
              <Whole key={row.outpatient_number} row={row} fields={fields} />
            ))}
          </div>
        ))}
    </>
  );
}

/** The conditions as they were read, and the words that were not, so that a search too wide is seen. */
function ReadAs({ found }: { found: Found }) {
  const { say, row, intl } = useWords();
  const value = (column: string, written: string) =>
    column === "visit_date" ? intl.formatDate(written, { year: "numeric", month: "short", day: "numeric" }) : written;
  const conditions = found.read_as.map(({ column, bound, values }) => {
    const join = bound === "range" ? "records.read_as.to" : "records.read_as.or";
    const said = [...new Set(values.map((one) => value(column, one)))];
    return say(`records.read_as.${bound as "is"}`, {
      field: fieldName(column, say),
      value: said.reduce((one, other) => say(join, { one, other })),
    });
  });
  return (
    <>
      {conditions.length > 0 && (
        <p className="records-read-as quiet">{say("records.read_as", { conditions: row(conditions) })}</p>
      )}
      {found.unread.length > 0 && (
        <p className="notice notice-urgent">{say("records.unread", { words: row(found.unread) })}</p>
      )}
    </>
  );
}

function Few({ rows, fields }: { rows: readonly Row[]; fields: readonly string[] }) {
  const { say } = useWords();
  return (
    <table className="records-table">
      <thead>
        <tr>
          <th scope="col">{say("records.record")}</th>
          {fields.map((field) => (
            <th key={field} scope="col">
              {fieldName(field, say)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.outpatient_number}>
            <th scope="row">
              <RecordName of={row} />
            </th>
            {fields.map((field) => (
              <td key={field}>
                <Value row={row} field={field} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Whole({ row, fields }: { row: Row; fields: readonly string[] }) {
  const { say } = useWords();
  return (
    <table className="records-table records-whole">
      <caption>
        <RecordName of={row} />
      </caption>
      <tbody>
        {fields
          .filter((field) => valueOf(row, field) !== "")
          .map((field) => (
            <tr key={field}>
              <th scope="row">{fieldName(field, say)}</th>
              <td>
                <Value row={row} field={field} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function valueOf(row: Row, field: string): string {
  return named<string>(row.fields, field) ?? "";
}

function Value({ row, field }: { row: Row; field: string }) {
  const words = useWords();
  return <Written>{codedWords(field, valueOf(row, field), words) || "–"}</Written>;
}

interface Named {
  outpatient_number: number | null;
  patient_id: string;
  name: string;
  department: string;
  visit_date: string;
}

/** Whose record, of which day and department; the same wherever a record is named. */
export function RecordName({ of }: { of: Named }) {
  const { say, intl, department } = useWords();
  const day = intl.formatDate(of.visit_date, { year: "numeric", month: "short", day: "numeric" });
  return (
    <span className="record-name">
      <span className="record-day tabular">{day}</span> <strong translate="no">{of.name || say("records.no_name")}</strong>{" "}
      <span className="quiet">
        {of.patient_id} · {department(of.department)}
        {of.outpatient_number !== null && <span className="tabular"> · {of.outpatient_number}</span>}
      </span>
    </span>
  );
}
