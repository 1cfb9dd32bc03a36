/** The doctor's page in reading order, as it stands on the screen and on paper. */
import type { ReactNode } from "react";
import { LevelMark } from "../staff/LevelMark";
import { Cautions, MedicineList } from "../staff/Medicines";
import { ageWords, sexWords, useWords } from "../staff/words";
import { density } from "./density";
import { History } from "./History";
import { statementsOf, type Summary } from "./page";
import { Part, type PageProps } from "./Part";
import { Earlier, OnFile, RecordChanged, RecordOnly } from "./Visits";

interface Props extends PageProps {
  children: ReactNode;
}

export function Sheet({ summary, reading, adding, setAdding, onAdd, children }: Props) {
  const common = { summary, reading, adding, setAdding, onAdd };
  const { say } = useWords();
  if (summary.summary === null) {
    return (
      <article className="sheet">
        <Head summary={summary} />
        <MedicineCautions summary={summary} />
        <WholeList summary={summary} />
        <OnFile summary={summary} />
        <History number={summary.entry.outpatient_number} />
        <RecordOnly summary={summary} />
        {children}
      </article>
    );
  }
  const hasHistory = statementsOf(summary, "medicines").length > 0;
  return (
    <article className="sheet" data-density={density(summary)}>
      <Head summary={summary} />
      <Part {...common} section="red_flags" optional mark />
      <MedicineCautions summary={summary} />
      <RecordChanged summary={summary} />
      <Part {...common} section="complaint" quoted />
      <Part {...common} section="person" optional flowing />
      <Part {...common} section="story" optional flowing />
      <Part {...common} section="words" optional />
      <Part {...common} section="follow_up" optional />
      <div className="findings">
        <Part {...common} section="positives" />
        <Part {...common} section="negatives" />
        <div>
          <Part {...common} section="not_asked" />
          <Part {...common} section="not_known" optional />
        </div>
      </div>
      <OnFile summary={summary} />
      <History number={summary.entry.outpatient_number} />
      <Part {...common} section="past_history" filed={hasHistory ? "" : summary.past_history} />
      <Part {...common} section="family" optional />
      <WholeList summary={summary} />
      <Part {...common} section="medicines" />
      <Part {...common} section="allergies" filed={summary.drug_allergy_history} />
      <Part {...common} section="intolerances" optional />
      <Part {...common} section="wishes" />
      <Earlier summary={summary} />
      <Part {...common} section="routing" optional note={say("worklist.machine_made")} />
      <Part {...common} section="notes" />
      {children}
    </article>
  );
}

function MedicineCautions({ summary }: { summary: Summary }) {
  const { say } = useWords();
  return (
    <section className="part part-cautions">
      <h3>{say("medicines.cautions")}</h3>
      <div className="part-words">
        <Cautions medicines={summary.medicines} cautions={summary.cautions} />
      </div>
    </section>
  );
}

function WholeList({ summary }: { summary: Summary }) {
  const { say } = useWords();
  if (summary.medicines.length === 0) return null;
  return (
    <section className="part part-medicine-list">
      <h3>{say("medicines.list")}</h3>
      <div className="part-words">
        <MedicineList medicines={summary.medicines} />
      </div>
    </section>
  );
}

function Head({ summary }: { summary: Summary }) {
  const { say, row, intl } = useWords();
  const { entry } = summary;
  return (
    <header className="sheet-head">
      <h2>{entry.name || say("worklist.guest")}</h2>
      <p>{row([entry.age && ageWords(entry.age, say), sexWords(entry.sex, say)])}</p>
      <p className="sheet-visit tabular">
        {row([
          intl.formatDate(entry.time, { year: "numeric", month: "numeric", day: "numeric" }),
          intl.formatTime(entry.time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
          entry.queue_number,
          say("worklist.number", { number: String(entry.outpatient_number) }),
        ])}
      </p>
      {entry.level && <LevelMark level={entry.level} />}
    </header>
  );
}
