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
import { outOfTarget, type Series } from "./series";
import type { HistoryWork } from "./useHistory";
import { Line, Values } from "./Values";
import { WrittenOnPaper } from "./WrittenOnPaper";
import { Earlier, OnFile, RecordChanged, RecordOnly } from "./Visits";

interface Props extends PageProps {
  history: HistoryWork;
  /** The reader writes the visit beside the page. */
  writes: boolean;
}

export function Sheet({ history, writes, ...common }: Props) {
  const { summary } = common;
  const { say, inReader, row } = useWords();
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
  const wasAsked = statementsOf(summary, "negatives").some((one) => one.coded?.topic === "condition");
  const isHistoryTold = wasAsked || (!hasHistory && summary.past_history !== "");
  const unsaid = MAY_BE_UNSAID.filter(
    (section) =>
      statementsOf(summary, section).length === 0 &&
      !(section === "past_history" && isHistoryTold) &&
      common.adding?.section !== section,
  );
  const { language } = summary.summary;
  const { signs, since, history: parts } = notAsked(summary, (one) => inReader(one, language));
  const onFile = allergiesOf(summary).filed;
  const above: Section[] = [...(listedAlready(summary) ? (["medicines"] as const) : []), ...(saidInBanner(summary) ? (["allergies"] as const) : [])];
  const semicolon = say("worklist.semicolon");
  const unknown = row([
    parts.length > 0 && say("worklist.not_asked", { what: parts.join(semicolon) }),
    unsaid.length > 0 && say("worklist.unsaid", { what: unsaid.map((one) => say(`worklist.section.${one}`)).join(semicolon) }),
  ]);
  const [first, ...others] = above;
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
          {!saidInComplaint(summary, "story") && (
            <Part {...common} section="story" optional={since === ""} flowing none={say("worklist.not_asked", { what: since })} />
          )}
          <Part {...common} section="words" optional />
          <Part {...common} section="follow_up" optional />
          {!saidInComplaint(summary, "positives") && <Part {...common} section="positives" flowing />}
          <FoldedPart {...common} section="negatives" />
          <FoldedPart {...common} section="not_asked" short={unknown || (signs.length > 0 ? say("worklist.not_asked_above") : undefined)} count={parts.length + unsaid.length || signs.length}>
            <Unsaid {...common} sections={unsaid} />
          </FoldedPart>
          <Part {...common} section="not_known" optional flowing />
          <Part {...common} section="past_history" optional filed={hasHistory ? "" : summary.past_history} flowing />
          <Part {...common} section="person" optional flowing />
          <Part {...common} section="family" optional flowing />
          <Part {...common} section="wishes" optional flowing />
        </div>
        <div className="sheet-column">
          <WholeList summary={summary} />
          {first && <FoldedPart {...common} section={first} also={others} short={say("worklist.as_above")} />}
          {!above.includes("medicines") && <Part {...common} section="medicines" flowing />}
          {!above.includes("allergies") && (
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
  return sections.map((section) => (
    <p key={section} className="nothing">
      {say(`worklist.section.${section}`)}
      <AddButton {...common} section={section} />
    </p>
  ));
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
  const out = outOfTarget(summary.values);
  const grave = out.length > 0 || summary.cautions.some((one) => one.verdict !== "not_checked");
  return (
    <section className={grave ? "part part-cautions part-grave" : "part part-cautions"}>
      <h3>{say("worklist.cautions")}</h3>
      <div className="part-words">
        {out.length > 0 && (
          <ul className="values values-out">
            {out.map((one) => (
              <Line key={one.test} series={one} />
            ))}
          </ul>
        )}
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
