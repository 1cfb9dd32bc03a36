/** One table of a report with its chart beside it, and its download. */
import { useId } from "react";
import { named } from "../api/named";
import { Bars, type Series } from "../charts/Bars";
import { Download } from "../staff/Download";
import { useWords, type Words } from "../staff/words";
import { span } from "../staff/clock";
import { csvOf, type Table, type Wanted } from "./server";

type Cell = Table["rows"][number][number];
type Unit = Table["columns"][number]["unit"];

interface Plan {
  /** Columns that are stacked. */
  series: (columns: string[]) => string[];
  lying?: boolean;
  /** Rows drawn at most, and the first row that is. */
  most?: number;
  from?: number;
  /** On paper the chart stands for the table. */
  instead?: boolean;
}

const outcomes = (columns: string[]) => columns.slice(2);
const number = () => ["number"];
const answered = (columns: string[]) => columns.filter((key) => /^within_|^later$|^unanswered$/.test(key));

const charts: Partial<Record<string, Plan>> = {
  outcomes: { series: number, lying: true, from: 1 },
  hours: { series: outcomes, instead: true },
  days: { series: outcomes, instead: true },
  departments: { series: outcomes, lying: true, most: 15, instead: true },
  languages: { series: outcomes, lying: true, instead: true },
  abandoned: { series: number, lying: true },
  answers: { series: answered, lying: true },
  dislikes: { series: number, lying: true },
};

const PRINTED = 8; // rows on paper; `print.css` leaves out as many
const PRINTED_OF: Partial<Record<string, number>> = { rules: 5, reroutes: 5 };

export function Figures({ table, wanted }: { table: Table; wanted: Wanted }) {
  const { say, language, inLanguage } = useWords();
  const id = useId();
  const plan = named(charts, table.key);
  const title = inLanguage(table.title);
  const empty = table.rows.length === 0;
  const hidden = table.rows.length - (named(PRINTED_OF, table.key) ?? PRINTED);
  const drawn = plan && table.measured && hasAny(table);
  return (
    <section className={`figures figures-${table.key} ${drawn && plan.instead ? "figures-drawn" : ""}`} aria-labelledby={id}>
      <header className="figures-head">
        <h4 id={id}>{title}</h4>
        <Download
          className="figures-download"
          path={csvOf(wanted, table.key, language)}
          words={say("reports.download")}
          label={say("reports.download.of", { table: title })}
        />
        <p className="quiet">{inLanguage(table.note)}</p>
      </header>
      {drawn && <Chart table={table} plan={plan} />}
      {!table.measured ? (
        <p>{say("reports.not_measured")}</p>
      ) : empty ? (
        <p>{say("reports.none")}</p>
      ) : (
        <Rows table={table} title={title} />
      )}
      {hidden > 0 && <p className="figures-more quiet">{say("reports.more", { count: hidden })}</p>}
    </section>
  );
}

const hasAny = (table: Table) => table.rows.some((row) => row.slice(1).some((cell) => typeof cell === "number" && cell > 0));

function Chart({ table, plan }: { table: Table; plan: Plan }) {
  const { say, inLanguage } = useWords();
  const rows = table.rows.slice(plan.from ?? 0, plan.most);
  const keys = table.columns.map(({ key }) => key);
  const series: Series[] = plan.series(keys).map((key) => {
    const place = keys.indexOf(key);
    const column = table.columns[place];
    const values = rows.map((row) => (typeof row[place] === "number" ? row[place] : 0));
    return { key, name: column ? inLanguage(column.title) : key, values };
  });
  const categories = rows.map((row) => categoryOf(row[0] ?? null, table.key, inLanguage));
  const label = say("reports.chart", { table: inLanguage(table.title) });
  return <Bars label={label} categories={categories} series={series} lying={plan.lying} />;
}

/** A day without its year, an hour without its minutes: there is little room below a bar. */
function categoryOf(cell: Cell, key: string, inLanguage: Words["inLanguage"]): string {
  if (typeof cell === "object" && cell !== null) return inLanguage(cell);
  const text = String(cell);
  return key === "days" ? text.slice(5) : key === "hours" ? text.slice(0, 2) : text;
}

function Rows({ table, title }: { table: Table; title: string }) {
  const { intl, inLanguage } = useWords();
  return (
    <div className="figures-rows" role="region" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.columns.map(({ key, title: heading, unit }) => (
              <th key={key} scope="col" className={unit === "words" ? "" : "figure"}>
                {inLanguage(heading)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, place) => (
            <tr key={place}>
              {table.columns.map(({ key, unit }, column) => {
                const words = cellWords(row[column] ?? null, unit, intl, inLanguage);
                return column === 0 ? (
                  <th key={key} scope="row">
                    {words}
                  </th>
                ) : (
                  <td key={key} className={unit === "words" ? "" : "figure"}>
                    {words}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellWords(cell: Cell, unit: Unit, intl: Words["intl"], inLanguage: Words["inLanguage"]): string {
  if (cell === null) return "–";
  if (typeof cell === "object") return inLanguage(cell);
  if (typeof cell === "string") return cell;
  if (unit === "seconds") return span(cell);
  return unit === "share" ? intl.formatNumber(cell, { style: "percent" }) : intl.formatNumber(cell);
}
