/** The report itself: what is printed is this alone. */
import { CLOCK, useWords, type MessageId } from "../staff/words";
import { Figures } from "./Figures";
import type { Report, Wanted } from "./server";

const sections: readonly { title: MessageId; tables: readonly string[] }[] = [
  { title: "reports.section.visits", tables: ["outcomes", "hours", "days", "departments", "languages"] },
  { title: "reports.section.waits", tables: ["waits", "abandoned"] },
  { title: "reports.section.alarms", tables: ["answers", "alarms", "rules"] },
  { title: "reports.section.triage", tables: ["triage", "reroutes"] },
  { title: "reports.section.talk", tables: ["questions", "summaries", "dislikes"] },
];

export function Sheet({ report, wanted }: { report: Report; wanted: Wanted }) {
  const { say, intl, inLanguage } = useWords();
  const { of, begins, ends } = report.period;
  const date = { year: "numeric", month: "short", day: "numeric", weekday: "short" } as const;
  const moment = (value: string) =>
    intl.formatDate(value, { ...date, ...CLOCK });
  const first = intl.formatDate(begins, date);
  const last = intl.formatDate(Date.parse(ends) - 1, date);
  const days = first === last ? first : say("reports.span", { begins: first, ends: last });
  const byKey = new Map(report.tables.map((table) => [table.key, table]));
  return (
    <article className="report">
      <header className="report-head">
        <p className="report-house">{inLanguage(report.hospital)}</p>
        <h2>{inLanguage(report.heading)}</h2>
        <p className="report-span">
          {of === "shift" ? say("reports.span", { begins: moment(begins), ends: moment(ends) }) : days}
        </p>
        <p className="quiet">
          {say("reports.made", { made: moment(report.made) })} {ends > report.made && `${say("reports.goes_on")} `}
          {say("reports.legend")}
        </p>
      </header>
      {sections.map(({ title, tables }) => (
        <section key={title} className="report-section" aria-label={say(title)}>
          <h3>{say(title)}</h3>
          <div className="report-grid">
            {tables.map((key) => {
              const table = byKey.get(key);
              return table && <Figures key={key} table={table} wanted={wanted} />;
            })}
          </div>
        </section>
      ))}
    </article>
  );
}
