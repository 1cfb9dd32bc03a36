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
      <ul className="reconciled">
        {now.map((one) => (
          <Row key={one.name.en} line={one} marked={worst(one, cautions)} />
        ))}
      </ul>
      {past.length > 0 && (
        <ul className="reconciled reconciled-past" aria-label={say("medicines.past")}>
          {past.map((one) => (
            <Row key={one.name.en} line={one} marked={null} />
          ))}
        </ul>
      )}
    </>
  );
}

function worst(line: Line, cautions: readonly Caution[]): Caution["verdict"] | null {
  const about = cautions.filter((one) => one.medicines.some((name) => name.en === line.name.en));
  return about[0]?.verdict ?? null;
}

function Row({ line, marked }: { line: Line; marked: Caution["verdict"] | null }) {
  const { say, inLanguage, department, intl, language } = useWords();
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
      <span className="quiet">
        {written && (
          <>
            {say(`medicines.standing.${written.standing}`)}
            {written.on && (
              <>
                {" "}
                {say("medicines.on_record", {
                  date: intl.formatDate(written.on, { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" }),
                  department: department(written.source),
                })}
              </>
            )}
          </>
        )}
        {written && say("medicines.then")}
        {told ? say(`medicines.today.${told.standing}`) : say("medicines.not_said")}
        {!written && say("medicines.then") + say("medicines.not_on_record")}
      </span>
    </li>
  );
}
