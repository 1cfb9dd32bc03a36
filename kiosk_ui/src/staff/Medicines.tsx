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
    <ul className="cautions cautions-folded">
      {cautions
        .filter((one) => one.verdict !== "not_checked")
        .filter((one, place, all) => all.findIndex((other) => isAlike(one, other)) === place)
        .map((one) => (
          <CautionItem key={keyOf(one)} caution={one} alike={cautions.filter((other) => other !== one && isAlike(one, other))} />
        ))}
      {unchecked.length > 0 && <NotChecked cautions={unchecked} />}
      <Sources cautions={cautions.filter((one) => one.verdict !== "not_checked")} />
      {cautions.length === 0 && (
        <li className="quiet">{say(counted === 0 ? "medicines.none_listed" : "medicines.no_cautions")}</li>
      )}
    </ul>
  );
}

/** Pairs of one medicine from which on they are told by it alone. */
const MANY = 3;

/** All that no rule covers on one line, so that it drowns no caution. */
function NotChecked({ cautions }: { cautions: readonly Caution[] }) {
  const { say, inLanguage } = useWords();
  const { often, others } = byOne(cautions);
  const named = [
    ...often.map(({ name, count }) => say("medicines.with_others", { name: inLanguage(name), count })),
    ...others.map((one) => namesOf(one).map(inLanguage).join(" + ")),
  ];
  const reasons = new Set(others.map((one) => inLanguage(one.why)));
  return (
    <li className="caution caution-not_checked">
      <strong>{say("medicines.not_checked")}</strong>{" "}
      <span className="caution-names">{named.join(say("worklist.semicolon"))}</span>{" "}
      {reasons.size > 0 && <span className="note-turn">{[...reasons].join(say("worklist.semicolon"))}</span>}
    </li>
  );
}

/** Medicines that stand in many of the pairs, each with how many others, and the pairs without them. */
function byOne(cautions: readonly Caution[]) {
  const often: { name: Caution["because"]; count: number }[] = [];
  let others = [...cautions];
  for (;;) {
    const names = others.flatMap((one) => (one.medicines.length > 1 ? one.medicines : []));
    const counts = new Map<string, number>();
    for (const { en = "" } of names) counts.set(en, (counts.get(en) ?? 0) + 1);
    const [most, count] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? ["", 0];
    const name = names.find(({ en }) => en === most);
    if (name === undefined || count < MANY) return { often, others };
    often.push({ name, count });
    others = others.filter((one) => one.medicines.length < 2 || !one.medicines.some(({ en }) => en === most));
  }
}

/** The medicines, and what of the patient one of them meets. */
const namesOf = ({ medicines, because }: Caution) => [...medicines, ...(because.en ? [because] : [])];

/** What the cautions rest on: on the screen to be opened, on paper beside each. */
function Sources({ cautions }: { cautions: readonly Caution[] }) {
  const { say, inLanguage } = useWords();
  if (cautions.length === 0) return null;
  return (
    <li className="screen-only">
      <details className="sources">
        <summary>{say("medicines.sources")}</summary>
        <dl>
          {cautions.map((one) => (
            <div key={keyOf(one)}>
              <dt>{namesOf(one).map(inLanguage).join(" + ")}</dt>
              <dd>
                <Written>{one.source}</Written>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

const keyOf = ({ medicines, because, source }: Caution) =>
  [...medicines.map((name) => name.en), because.en ?? "", source].join(" ");

/** Two that say the same of other medicines are told in one line. */
const isAlike = (one: Caution, other: Caution) =>
  one.verdict === other.verdict && one.why.en === other.why.en && one.source === other.source;

export function CautionItem({ caution, alike = [] }: { caution: Caution; alike?: readonly Caution[] }) {
  const { say, inLanguage } = useWords();
  const names = [caution, ...alike].map((one) => namesOf(one).map(inLanguage).join(" + "));
  return (
    <li className={`caution caution-${caution.verdict}`}>
      <strong>{say(`medicines.${caution.verdict}`)}</strong>{" "}
      <span className="caution-names">{names.join(say("worklist.semicolon"))}</span>{" "}
      <span>{inLanguage(caution.why)}</span>{" "}
      <span className="note-turn caution-source">
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
