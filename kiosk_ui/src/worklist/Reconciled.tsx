/** The medicines of talk and records reconciled: one line a medicine, what it says here beside what is taken there. */
import type { Schemas } from "../api/client";
import { useWords } from "../staff/words";
import { Written } from "../staff/Written";
import { doseWords } from "../staff/doses";
import { reconciled, type Reconciled as Line } from "./page";

type Caution = Schemas["CautionLine"];

interface Props {
  medicines: readonly Schemas["MedicineLine"][];
  cautions: readonly Caution[];
}

export function Reconciled({ medicines, cautions }: Props) {
  const { say } = useWords();
  const { now, past } = reconciled(medicines);
  return (
    <>
      {medicines.length === 0 && <p className="nothing">{say("medicines.empty")}</p>}
      <Groups lines={now} cautions={cautions} />
      {past.length > 0 && <Groups lines={past} cautions={[]} over />}
    </>
  );
}

/** Lines that the same record and the same word of today speak for, under one line that says so. */
function Groups({ lines, cautions, over = false }: { lines: readonly Line[]; cautions: readonly Caution[]; over?: boolean }) {
  const { say } = useWords();
  const sayOrigin = useOrigin();
  const groups = new Map<string, Line[]>();
  for (const one of lines) {
    const origin = sayOrigin(one);
    groups.set(origin, [...(groups.get(origin) ?? []), one]);
  }
  return [...groups].map(([origin, those]) => (
    <div key={origin} className="reconciled-group">
      {those.length > 1 && <p className="reconciled-origin quiet">{origin}</p>}
      <ul className={over ? "reconciled reconciled-past" : "reconciled"} aria-label={over ? say("medicines.past") : undefined}>
        {those.map((one) => (
          <Row key={one.name.en} line={one} marked={worst(one, cautions)} origin={those.length > 1 ? "" : origin} />
        ))}
      </ul>
    </div>
  ));
}

function useOrigin(): (line: Line) => string {
  const { say, department, intl } = useWords();
  return ({ told, written }) => {
    const record = written
      ? [
          say(`medicines.standing.${written.standing}`),
          written.on &&
            say("medicines.on_record", {
              date: intl.formatDate(written.on, { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" }),
              department: department(written.source),
            }),
        ]
          .filter(Boolean)
          .join(" ")
      : "";
    const today = told ? say(`medicines.today.${told.standing}`) : say("medicines.not_said");
    return [record, today, written ? "" : say("medicines.not_on_record")].filter((part) => part !== "").join(say("medicines.then"));
  };
}

function worst(line: Line, cautions: readonly Caution[]): Caution["verdict"] | null {
  const about = cautions.filter((one) => one.medicines.some((name) => name.en === line.name.en));
  return about[0]?.verdict ?? null;
}

function Row({ line, marked, origin }: { line: Line; marked: Caution["verdict"] | null; origin: string }) {
  const { say, inLanguage, language } = useWords();
  const { told, written } = line;
  const dose = doseWords(line.dose, language);
  return (
    <li className={`medicine medicine-${(told ?? written)?.standing ?? ""}`}>
      <span className="medicine-name">{inLanguage(line.name)}</span>{" "}
      <span title={dose === line.dose ? undefined : line.dose}>
        <Written>{dose}</Written>
      </span>
      {line.otherDose !== "" && <strong className="contradiction"> {say("medicines.other_dose", { dose: doseWords(line.otherDose, language) })}</strong>}{" "}
      {marked && <span className={`medicine-mark medicine-mark-${marked}`}>{say(`medicines.${marked}`)}</span>}{" "}
      {origin !== "" && <span className="quiet">{origin}</span>}
    </li>
  );
}
