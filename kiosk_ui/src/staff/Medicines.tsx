/** A patient's one list of medicines and the cautions about it, as the doctor's page and the board show them. */
import type { Schemas } from "../api/client";
import { doseWords } from "./doses";
import { useWords } from "./words";
import { Written } from "./Written";

type Caution = Schemas["CautionLine"];
type Line = Schemas["MedicineLine"];
interface Listed {
  medicines: readonly Line[];
  cautions: readonly Caution[];
}

/** The gravest first. That nothing was found, and that nothing was checked, are said too. */
export function Cautions({ medicines, cautions }: Listed) {
  const { say } = useWords();
  const counted = medicines.filter((one) => one.standing === "taken" || one.standing === "running").length;
  const unchecked = cautions.filter((one) => one.verdict === "not_checked");
  return (
    <ul className="cautions">
      {cautions
        .filter((one) => one.verdict !== "not_checked")
        .map((one) => (
          <CautionItem key={[...one.medicines.map((name) => name.en), one.because.en ?? "", one.source].join(" ")} caution={one} />
        ))}
      {unchecked.length > 0 && <NotChecked cautions={unchecked} />}
      {cautions.length === 0 && (
        <li className="quiet">{say(counted === 0 ? "medicines.none_listed" : "medicines.no_cautions")}</li>
      )}
    </ul>
  );
}

/** All pairs that no rule covers on one line, so that they drown no caution. */
function NotChecked({ cautions }: { cautions: readonly Caution[] }) {
  const { say, inLanguage } = useWords();
  const pairs = cautions.map(({ medicines, because }) =>
    [...medicines.map((name) => inLanguage(name)), ...(because.en ? [inLanguage(because)] : [])].join(" + "),
  );
  const reasons = new Set(cautions.map((one) => inLanguage(one.why)));
  return (
    <li className="caution caution-not_checked">
      <strong>{say("medicines.not_checked")}</strong>{" "}
      <span className="caution-names">{pairs.join(say("worklist.semicolon"))}</span>{" "}
      <span className="note-turn">{[...reasons].join(say("worklist.semicolon"))}</span>
    </li>
  );
}

export function CautionItem({ caution }: { caution: Caution }) {
  const { say, inLanguage } = useWords();
  const because = caution.because.en ? [inLanguage(caution.because)] : [];
  return (
    <li className={`caution caution-${caution.verdict}`}>
      <strong>{say(`medicines.${caution.verdict}`)}</strong>{" "}
      <span className="caution-names">{[...caution.medicines.map((name) => inLanguage(name)), ...because].join(" + ")}</span>{" "}
      <span>{inLanguage(caution.why)}</span>{" "}
      <span className="note-turn">
        <Written>{say("medicines.source", { source: caution.source })}</Written>
      </span>
    </li>
  );
}

export function MedicineList({ medicines }: { medicines: readonly Line[] }) {
  const { say, inLanguage, intl, department, language } = useWords();
  return (
    <ul className="medicine-list">
      {medicines.map((one) => (
        <li key={`${one.words} ${one.source} ${one.standing}`} className={`medicine medicine-${one.standing}`}>
          <span className="medicine-name">{inLanguage(one.name)}</span> <Written>{doseWords(one.dose, language)}</Written>{" "}
          <span className="quiet">{say(`medicines.standing.${one.standing}`)}</span>{" "}
          <span className="note-turn">
            {one.source === "" || one.on === null
              ? say("medicines.told")
              : say("medicines.on_record", {
                  date: intl.formatDate(one.on, { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" }),
                  department: department(one.source),
                })}
          </span>
        </li>
      ))}
    </ul>
  );
}
