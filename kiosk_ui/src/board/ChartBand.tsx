/** What the hospital holds on a verified patient, in one band: allergies, medicines, the last visit. */
import { useEffect, useState, type ReactNode } from "react";
import type { Schemas } from "../api/client";
import { readChart } from "../staff/server";
import { doseWords } from "../staff/doses";
import { useWords } from "../staff/words";
import { Written } from "../staff/Written";

type Chart = Schemas["ChartView"];
type Reading = Chart | "reading" | "unreadable";

/** Read once for each patient of a session: a chart does not change while a patient stands at a kiosk. */
function useChart(session_id: string, patient_id: string): Reading {
  const [reading, setReading] = useState<Reading>("reading");
  useEffect(() => {
    let wanted = true;
    readChart(session_id).then(
      (chart) => wanted && setReading(chart),
      () => wanted && setReading("unreadable"),
    );
    return () => {
      wanted = false;
    };
  }, [session_id, patient_id]);
  return reading;
}

export function ChartBand({ session_id, patient_id }: { session_id: string; patient_id: string }) {
  const { say } = useWords();
  const chart = useChart(session_id, patient_id);
  return (
    <section className="chart-band" aria-label={say("board.chart")}>
      {chart === "reading" && <p className="quiet">{say("board.chart.reading")}</p>}
      {chart === "unreadable" && <p className="notice notice-urgent">{say("board.chart.unreadable")}</p>}
      {typeof chart === "object" && <Told chart={chart} />}
    </section>
  );
}

const TAKEN: readonly string[] = ["taken", "running"];

function Told({ chart }: { chart: Chart }) {
  const { say, inLanguage, intl, row, department, language } = useWords();
  const day = (date: string) => intl.formatDate(date, { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "UTC" });
  const from = ({ on, source }: Schemas["ChartLine"]) =>
    on && source ? say("board.chart.source", { date: day(on), source: department(source) }) : department(source);
  const medicines = chart.medicines.filter((one) => TAKEN.includes(one.standing));
  const visit = chart.last_visit;
  const told = visit ? visit.diagnosis || visit.complaint : "";
  return (
    <>
      <dl>
        <Part name={say("board.chart.allergies")} loud={chart.allergies.length > 0}>
          {chart.allergies.map((one) => (
            <dd key={one.words}>
              <strong><Written>{one.words}</Written></strong> <span className="quiet">{from(one)}</span>
            </dd>
          ))}
          {chart.denied && (
            <dd>
              <Written>{say("board.chart.denied", { words: chart.denied.words })}</Written> <span className="quiet">{from(chart.denied)}</span>
            </dd>
          )}
          {chart.allergies.length === 0 && !chart.denied && <dd>{say("board.chart.no_allergies")}</dd>}
        </Part>
        <Part name={say("board.chart.medicines")}>
          <dd>
            {medicines.length === 0
              ? say("board.chart.no_medicines")
              : <Written>{row(medicines.map((one) => `${inLanguage(one.name)} ${doseWords(one.dose, language)}`.trim()))}</Written>}
          </dd>
        </Part>
        <Part name={say("board.chart.last_visit")}>
          <dd>
            {visit ? (
              <>
                {row([day(visit.date.slice(0, 10)), department(visit.department)])}{" "}
                <Written>{told}</Written>{" "}
                <span className="quiet">{say("board.chart.visits", { count: chart.visits })}</span>
              </>
            ) : (
              say("board.chart.no_visit")
            )}
          </dd>
        </Part>
      </dl>
      {chart.unread && <p className="notice notice-urgent">{say("board.chart.unread")}</p>}
    </>
  );
}

function Part({ name, loud = false, children }: { name: string; loud?: boolean; children: ReactNode }) {
  return (
    <div className={loud ? "chart-part chart-loud" : "chart-part"}>
      <dt>{name}</dt>
      {children}
    </div>
  );
}
