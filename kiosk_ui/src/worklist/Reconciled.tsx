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
  /** Today it was said that none is taken. */
  denied: boolean;
}

export function Reconciled({ medicines, cautions, denied }: Props) {
  const { say } = useWords();
  const { now, past } = reconciled(medicines);
  return (
    <>
      {medicines.length === 0 && <p className="nothing">{say("medicines.empty")}</p>}
      <Group title={say("medicines.told_today")} lines={now.filter((one) => one.told)} cautions={cautions} />
      <Group title={say(denied ? "medicines.denied" : "medicines.unsaid")} contradicts={denied} lines={now.filter((one) => !one.told)} cautions={cautions} />
      <Group title={say("medicines.past")} lines={past} cautions={[]} over />
    </>
  );
}

interface GroupProps {
  title: string;
  lines: readonly Line[];
  cautions: readonly Caution[];
  over?: boolean;
  contradicts?: boolean;
}

/** What all of them share is said once, above them. */
function Group({ title, lines, cautions, over = false, contradicts = false }: GroupProps) {
  const { say } = useWords();
  const sayOrigin = useOrigin();
  const origins = lines.map(sayOrigin);
  const shared = lines.length > 1 && new Set(origins).size === 1 ? (origins[0] ?? "") : "";
  if (lines.length === 0) return null;
  return (
    <div className="reconciled-group">
      <p className="reconciled-origin">
        <span className={contradicts ? "contradiction" : undefined}>{title}</span>
        {shared !== "" && <span className="quiet">{say("medicines.then") + shared}</span>}
      </p>
      <ul className={over ? "reconciled reconciled-past" : "reconciled"} aria-label={title}>
        {lines.map((one, place) => (
          <Row key={one.name.en} line={one} marked={worst(one, cautions)} origin={shared === "" ? (origins[place] ?? "") : ""} />
        ))}
      </ul>
    </div>
  );
}

/** What goes without saying of a line of the talk, and of one of a record. */
const PLAIN = { told: "taken", written: "running" };

function useOrigin(): (line: Line) => string {
  const { say, department, intl, row, inLanguage } = useWords();
  return ({ told, written, otherDose }) => {
    const members = (told?.may_be ?? []).map((name) => inLanguage(name)).join(say("staff.comma"));
    const record =
      written?.on &&
      say(told && otherDose === "" ? "medicines.record_of" : "medicines.on_record", {
        date: intl.formatDate(written.on, { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" }),
        department: department(written.source),
      });
    const standing = written && written.standing !== PLAIN.written && say(`medicines.standing.${written.standing}`);
    return row([
      told && told.standing !== PLAIN.told && say(`medicines.today.${told.standing}`),
      [standing, record].filter(Boolean).join(" "),
      !written && (members === "" ? say("medicines.not_on_record") : say("medicines.may_be", { those: members })),
    ]);
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
      {line.otherDose !== "" && (
        <span className={line.differs ? "contradiction" : "quiet"}>
          {" "}
          {say("medicines.other_dose", { dose: doseWords(line.otherDose, language) })}
        </span>
      )}{" "}
      {marked && <span className={`medicine-mark medicine-mark-${marked}`}>{say(`medicines.${marked}`)}</span>}{" "}
      {origin !== "" && <span className="quiet">{origin}</span>}
    </li>
  );
}
