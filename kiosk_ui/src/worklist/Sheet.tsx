/** The doctor's page in reading order, as it stands on the screen and on paper. */
import { useState, type ReactNode } from "react";
import { Button } from "../controls/Button";
import { LevelMark } from "../staff/LevelMark";
import { ageWords, sexWords, useWords } from "../staff/words";
import { density } from "./density";
import { Editor } from "./Editor";
import { redFlag, spoken, statementsOf, type Section, type Summary } from "./page";
import { Sentence, type Reading } from "./Sentence";

interface Props {
  summary: Summary;
  reading: Reading;
  adding: { section: Section; text: string } | null;
  setAdding: (adding: { section: Section; text: string } | null) => void;
  onAdd: () => void;
  children: ReactNode;
}

export function Sheet({ summary, reading, adding, setAdding, onAdd, children }: Props) {
  const common = { summary, reading, adding, setAdding, onAdd };
  const { say } = useWords();
  if (summary.summary === null) {
    return (
      <article className="sheet">
        <Head summary={summary} />
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
      <Part {...common} section="complaint" quoted />
      <Part {...common} section="story" optional flowing />
      <Part {...common} section="follow_up" optional />
      <div className="findings">
        <Part {...common} section="positives" />
        <Part {...common} section="negatives" />
        <div>
          <Part {...common} section="not_asked" />
          <Part {...common} section="not_known" optional />
        </div>
      </div>
      <Part {...common} section="past_history" filed={hasHistory ? "" : summary.past_history} />
      <Part {...common} section="medicines" />
      <Part {...common} section="allergies" filed={summary.drug_allergy_history} />
      <Part {...common} section="wishes" />
      <Earlier summary={summary} />
      <Part {...common} section="routing" optional note={say("worklist.machine_made")} />
      <Part {...common} section="notes" />
      {children}
    </article>
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

interface PartProps extends Omit<Props, "children"> {
  section: Section;
  /** Left out when there is nothing; else its emptiness is said, because silence reads as "no". */
  optional?: boolean;
  mark?: boolean;
  quoted?: boolean;
  flowing?: boolean;
  note?: string;
  /** The record's own field, where the conversation holds nothing of the kind. */
  filed?: string;
}

const addable: readonly Section[] = [
  "complaint",
  "story",
  "positives",
  "negatives",
  "past_history",
  "medicines",
  "allergies",
  "wishes",
  "follow_up",
  "notes",
];

function Part(props: PartProps) {
  const { say } = useWords();
  const { summary, section, reading, adding, setAdding, onAdd, optional, mark, quoted, flowing, note, filed } = props;
  const statements = statementsOf(summary, section);
  const isAdding = adding?.section === section;
  if (optional && statements.length === 0 && !isAdding) return null;
  const mayAdd = reading.mayEdit && addable.includes(section) && !isAdding && !adding && !reading.editing;
  return (
    <section className={`part part-${section}`}>
      <h3>
        {say(`worklist.section.${section}`)}
        {note && <span className="part-note">{note}</span>}
        {mayAdd && (
          <Button
            kind="quiet"
            className="add"
            aria-label={say("worklist.add_to", { section: say(`worklist.section.${section}`) })}
            onPress={() => setAdding({ section, text: "" })}
          >
            +
          </Button>
        )}
      </h3>
      <div className={flowing ? "part-words part-flowing" : "part-words"}>
        {statements.map((statement) => {
          const flag = mark ? redFlag(statement.text) : null;
          return (
            <div key={statement.statement_id} className="statement">
              {quoted && statement.evidence[0] && (
                <q className="complaint-quote" lang={summary.summary?.language}>
                  {spoken(summary, statement.evidence[0])}
                </q>
              )}
              <Sentence
                statement={statement}
                reading={reading}
                shorten={flag?.level ? (text) => redFlag(text).words : undefined}
                before={flag?.level && <LevelMark level={flag.level} />}
              />
            </div>
          );
        })}
        {statements.length === 0 && filed && <p className="filed">{say("worklist.on_file", { words: filed })}</p>}
        {statements.length === 0 && !filed && !isAdding && <p className="nothing">{say(empty(section))}</p>}
        {isAdding && (
          <>
            <Editor
              label={say("worklist.add_to", { section: say(`worklist.section.${section}`) })}
              language={summary.summary?.language ?? "zh"}
              text={adding.text}
              onText={(text) => setAdding({ section, text })}
              busy={reading.busy}
              mayBeEmpty={false}
              onSave={onAdd}
              onCancel={() => setAdding(null)}
              settled={reading.notice === null}
            />
            {reading.notice}
          </>
        )}
      </div>
    </section>
  );
}

function empty(section: Section) {
  switch (section) {
    case "not_asked":
      return "worklist.all_asked";
    case "notes":
      return "worklist.no_notes";
    default:
      return "worklist.nothing";
  }
}

const FEW = 3;

function Earlier({ summary }: { summary: Summary }) {
  const { say, intl } = useWords();
  const [all, setAll] = useState(false);
  const visits = all ? summary.earlier : summary.earlier.slice(0, FEW);
  if (visits.length === 0) return null;
  return (
    <section className="part part-earlier">
      <h3>{say("worklist.earlier")}</h3>
      <div className="part-words">
        <ul className="earlier">
          {visits.map((visit, number) => (
            <li key={number}>
              <span className="tabular">
                {intl.formatDate(visit.visit_date, { year: "numeric", month: "numeric", day: "numeric" })}
              </span>
              <span>{visit.department}</span>
              <span>{[visit.complaint, visit.diagnosis].filter(Boolean).join(" → ")}</span>
            </li>
          ))}
        </ul>
        {summary.earlier.length > visits.length && (
          <Button kind="quiet" className="plain-press screen-only" onPress={() => setAll(true)}>
            {say("worklist.earlier_all", { count: summary.earlier.length })}
          </Button>
        )}
      </div>
    </section>
  );
}

/** A visit that came without a conversation: what the record holds. */
function RecordOnly({ summary }: { summary: Summary }) {
  const { say } = useWords();
  const filled = Object.entries(summary.record).filter(([, text]) => text.trim() !== "");
  return (
    <>
      <p className="notice">{say("worklist.no_summary")}</p>
      <dl className="record">
        {filled.map(([field, text]) => (
          <div key={field} className="part">
            <dt>{fieldName(field, say)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const fields = [
  "chief_complaint",
  "present_illness_history",
  "past_history",
  "drug_allergy_history",
  "physical_examination",
  "auxiliary_examination",
  "preliminary_diagnosis",
  "treatment_opinion",
  "notes",
  "department",
  "visit_date",
] as const;

function fieldName(field: string, say: ReturnType<typeof useWords>["say"]): string {
  const known = fields.find((one) => one === field);
  return known ? say(`worklist.field.${known}`) : field;
}
