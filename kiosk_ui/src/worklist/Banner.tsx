/** Who the page is about, above everything and always in sight: name, number, birth date, allergies and alerts. */
import { LevelMark } from "../staff/LevelMark";
import { CLOCK, ageWords, sexWords, useWords } from "../staff/words";
import { Written } from "../staff/Written";
import { allergiesOf, type Summary } from "./page";
import type { HistoryWork } from "./useHistory";

const GUEST = "GUEST-";
const GRAVE = ["urgent", "avoid"];

export function Banner({ summary, history }: { summary: Summary; history: HistoryWork }) {
  const { say, row, intl } = useWords();
  const { entry } = summary;
  const patientId = summary.record.patient_id ?? "";
  const born = typeof history.view === "object" ? history.view.birth_date : null;
  const day = (text: string) => intl.formatDate(text, { year: "numeric", month: "numeric", day: "numeric" });
  return (
    <header className="banner">
      <div className="banner-who">
        <h2 translate={entry.name ? "no" : undefined}>{entry.name || say("worklist.guest")}</h2>
        <p className="banner-facts tabular">
          {row([
            entry.age && ageWords(entry.age, say),
            sexWords(entry.sex, say, entry.age),
            born && say("worklist.banner.born", { date: intl.formatDate(born, { ...DAY, timeZone: "UTC" }) }),
            patientId.startsWith(GUEST) ? say("worklist.banner.guest") : say("worklist.banner.patient", { number: patientId }),
          ])}
        </p>
        <p className="banner-visit tabular">
          {row([
            day(entry.time),
            intl.formatTime(entry.time, CLOCK),
            entry.queue_number,
            say("worklist.number", { number: String(entry.outpatient_number) }),
          ])}
        </p>
        {entry.level && <LevelMark level={entry.level} />}
      </div>
      <Allergies summary={summary} />
      <Alerts summary={summary} history={history} />
    </header>
  );
}

const DAY = { year: "numeric", month: "numeric", day: "numeric" } as const;

/** Told today and on record, each once; a "none" of today beside an allergy on record is said so. */
function Allergies({ summary }: { summary: Summary }) {
  const { say, inReader } = useWords();
  const { told, filed, denied, asked } = allergiesOf(summary);
  const names = [...new Set([...told.map((one) => inReader(one, summary.summary?.language)), ...filed])];
  return (
    <p className={names.length > 0 ? "banner-line banner-grave" : "banner-line"}>
      <span className="banner-label">{say("worklist.section.allergies")}</span>{" "}
      {names.length > 0 && (
        <strong>
          <Written>{names.join(say("staff.comma"))}</Written>
        </strong>
      )}{" "}
      {names.length > 0 && denied && <span>{say("worklist.banner.denied_today")}</span>}
      {names.length === 0 && denied && say("worklist.banner.no_allergy")}
      {names.length === 0 && !denied && say(asked ? "worklist.banner.allergy_not_known" : "worklist.banner.allergy_not_asked")}
    </p>
  );
}

function Alerts({ summary, history }: { summary: Summary; history: HistoryWork }) {
  const { say, inLanguage, row } = useWords();
  const beside = typeof history.view === "object" ? history.view.cautions : [];
  const grave = [...summary.cautions, ...beside].filter((one) => GRAVE.includes(one.verdict));
  const saidAbove = allergiesOf(summary).denied; // "none" beside the allergies on file
  const denied = saidAbove ? 0 : summary.on_file.filter((one) => one.contradicts && one.kind === "allergy").length;
  const lines = [
    ...grave.map((one) =>
      [...one.medicines.map((name) => inLanguage(name)), ...(one.because.en ? [inLanguage(one.because)] : [])].join(" + "),
    ),
    ...(denied > 0 ? [say("worklist.banner.contradicts", { count: denied })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <p className="banner-line banner-grave">
      <span className="banner-label">{say("worklist.banner.alerts")}</span> <strong>{row([...new Set(lines)])}</strong>
    </p>
  );
}
