/** The doctor's page on one screen, and on one sheet of paper: who, what to beware of, what is told, what is taken. */
import { Cautions } from "../staff/Medicines";
import { useWords } from "../staff/words";
import { Banner } from "./Banner";
import { density } from "./density";
import { FoldedPart } from "./FoldedPart";
import { History } from "./History";
import {
  allergiesOf,
  deniesMedicines,
  listedAlready,
  notAsked,
  saidInBanner,
  saidInComplaint,
  statementsOf,
  type Section,
  type Summary,
} from "./page";
import { AddButton, Part, type PageProps } from "./Part";
import { Reconciled } from "./Reconciled";
import type { Series } from "./series";
import type { HistoryWork } from "./useHistory";
import { Values } from "./Values";
import { WrittenOnPaper } from "./WrittenOnPaper";
import { Earlier, OnFile, RecordChanged, RecordOnly } from "./Visits";

interface Props extends PageProps {
  history: HistoryWork;
  /** The reader writes the visit beside the page. */
  writes: boolean;
}

export function Sheet({ history, writes, ...common }: Props) {
  const { summary } = common;
  const { say, inReader } = useWords();
  if (summary.summary === null) {
    return (
      <article className="sheet">
        <Banner summary={summary} history={history} />
        <MedicineCautions summary={summary} />
        <div className="sheet-columns">
          <div className="sheet-column">
            <RecordOnly summary={summary} />
          </div>
          <div className="sheet-column">
            <WholeList summary={summary} />
          </div>
        </div>
        <NewestValues summary={summary} />
        <Background summary={summary} history={history} />
      </article>
    );
  }
  const hasHistory = statementsOf(summary, "medicines").length > 0;
  const unsaid = MAY_BE_UNSAID.filter(
    (section) => statementsOf(summary, section).length === 0 && !(section === "past_history" && !hasHistory && summary.past_history),
  );
  const { language } = summary.summary;
  const { signs, since, history: parts } = notAsked(summary, (one) => inReader(one, language));
  const onFile = allergiesOf(summary).filed;
  const semicolon = say("worklist.semicolon");
  const noRedFlag = say("worklist.no_red_flag", { count: signs.length, names: signs.join(semicolon) });
  return (
    <article className="sheet" data-density={density(summary)}>
      <Banner summary={summary} history={history} />
      <Part {...common} section="red_flags" mark calm none={noRedFlag} />
      <MedicineCautions summary={summary} />
      <div className="sheet-columns">
        <div className="sheet-column">
          <Part {...common} section="complaint" quoted />
          <Part {...common} section="routing" optional flowing note={say("worklist.machine_made")} />
          <Part {...common} section="story" optional={since === ""} flowing none={say("worklist.not_asked", { what: since })} />
          <Part {...common} section="words" optional />
          <Part {...common} section="follow_up" optional />
          {!saidInComplaint(summary) && <Part {...common} section="positives" flowing />}
          <FoldedPart {...common} section="negatives" />
          <FoldedPart {...common} section="not_asked" short={parts.join(semicolon) || say("worklist.not_asked_above")} count={parts.length || signs.length} />
          <Part {...common} section="not_known" optional flowing />
          <Unsaid {...common} sections={unsaid} />
          <Part {...common} section="past_history" optional filed={hasHistory ? "" : summary.past_history} flowing />
          <Part {...common} section="person" optional flowing />
          <Part {...common} section="family" optional flowing />
          <Part {...common} section="wishes" optional flowing />
        </div>
        <div className="sheet-column">
          <WholeList summary={summary} />
          {listedAlready(summary) ? <FoldedPart {...common} section="medicines" short={say("worklist.in_list")} /> : <Part {...common} section="medicines" flowing />}
          {saidInBanner(summary) ? (
            <FoldedPart {...common} section="allergies" short={say("worklist.in_banner")} />
          ) : (
            <Part
              {...common}
              section="allergies"
              filed={summary.drug_allergy_history}
              flowing
              note={onFile.length > 0 ? say("worklist.filed", { words: onFile.join(say("staff.comma")) }) : undefined}
            />
          )}
          <Part {...common} section="intolerances" optional flowing />
        </div>
      </div>
      <NewestValues summary={summary} />
      <RecordChanged summary={summary} />
      <Background summary={summary} history={history} />
      <div className="sheet-foot">
        <Part {...common} section="notes" />
      </div>
      <WrittenOnPaper summary={summary} writes={writes} />
      <p className="machine-made">{say("worklist.made")}</p>
    </article>
  );
}

/** Left out where nothing was said of them, which one line says of all. */
const MAY_BE_UNSAID: readonly Section[] = ["past_history", "wishes"];

function Unsaid({ sections, ...common }: PageProps & { sections: readonly Section[] }) {
  const { say } = useWords();
  const left = sections.filter((section) => common.adding?.section !== section);
  if (left.length === 0) return null;
  return (
    <section className="part part-unsaid">
      <h3>{say("worklist.unsaid")}</h3>
      <div className="part-words part-flowing">
        {left.map((section) => (
          <p key={section} className="nothing">
            {say(`worklist.section.${section}`)}
            <AddButton {...common} section={section} />
          </p>
        ))}
      </div>
    </section>
  );
}

/** What the hospital knew before today: problems and visits. */
function Background({ summary, history }: { summary: Summary; history: HistoryWork }) {
  const { say } = useWords();
  if (summary.on_file.length === 0 && summary.earlier.length === 0) {
    return (
      <div className="sheet-background">
        <p className="nothing">{say("worklist.nothing_on_file")}</p>
        <History history={history} />
      </div>
    );
  }
  return (
    <div className="sheet-columns sheet-background">
      <div className="sheet-column">
        <OnFile summary={summary} />
        <History history={history} />
      </div>
      <div className="sheet-column">
        <Earlier summary={summary} />
      </div>
    </div>
  );
}

function MedicineCautions({ summary }: { summary: Summary }) {
  const { say } = useWords();
  const grave = summary.cautions.some((one) => one.verdict !== "not_checked");
  return (
    <section className={grave ? "part part-cautions part-grave" : "part part-cautions"}>
      <h3>{say("worklist.cautions")}</h3>
      <div className="part-words">
        <Cautions medicines={summary.medicines} cautions={summary.cautions} />
      </div>
    </section>
  );
}

function WholeList({ summary }: { summary: Summary }) {
  const { say } = useWords();
  return (
    <section className="part part-medicine-list">
      <h3>{say("worklist.medicines")}</h3>
      <div className="part-words">
        <Reconciled medicines={summary.medicines} cautions={summary.cautions} denied={deniesMedicines(summary)} />
      </div>
    </section>
  );
}

function isOfToday({ points }: Series, { entry }: Summary) {
  const newest = points.at(-1);
  return newest !== undefined && (newest.told || newest.day.slice(0, 10) === entry.time.slice(0, 10));
}

function NewestValues({ summary }: { summary: Summary }) {
  const { say } = useWords();
  return (
    <section className="part part-values">
      <h3>{say("worklist.values")}</h3>
      <div className="part-words">
        {summary.values.length > 0 && !summary.values.some((one) => isOfToday(one, summary)) && <p className="quiet">{say("worklist.values.none_today")}</p>}
        <Values values={summary.values} />
      </div>
    </section>
  );
}
