/** One section of the doctor's page: its name at the side, its sentences, and a place to add one. */
import { Button } from "../controls/Button";
import { LevelMark } from "../staff/LevelMark";
import { useWords } from "../staff/words";
import { Written } from "../staff/Written";
import { Editor } from "./Editor";
import { answerFirst, redFlag, saidOf, spoken, statementsOf, type Section, type Summary } from "./page";
import { Sentence, type Reading } from "./Sentence";

/** What every part of the page is given. */
export interface PageProps {
  summary: Summary;
  reading: Reading;
  adding: { section: Section; text: string } | null;
  setAdding: (adding: { section: Section; text: string } | null) => void;
  onAdd: () => void;
}

interface PartProps extends PageProps {
  section: Section;
  /** Left out when there is nothing; else its emptiness is said, because silence reads as "no". */
  optional?: boolean;
  mark?: boolean;
  quoted?: boolean;
  flowing?: boolean;
  /** Without its colour where it holds nothing. */
  calm?: boolean;
  note?: string;
  /** The record's own field, where the conversation holds nothing of the kind. */
  filed?: string;
  /** What its emptiness means, where "none" would say more than is known. */
  none?: string;
}

const addable: readonly Section[] = [
  "complaint",
  "person",
  "story",
  "positives",
  "negatives",
  "past_history",
  "family",
  "medicines",
  "allergies",
  "intolerances",
  "wishes",
  "follow_up",
  "notes",
];

export function Part(props: PartProps) {
  const { say } = useWords();
  const { summary, section, adding, optional, flowing, calm, note, filed, none } = props;
  const statements = statementsOf(summary, section);
  const isAdding = adding?.section === section;
  if (optional && statements.length === 0 && !filed && !isAdding) return null;
  return (
    <section className={calm && statements.length === 0 ? "part" : `part part-${section}`}>
      <h3>
        {say(`worklist.section.${section}`)}
        <AddButton {...props} />
      </h3>
      <div className={flowing ? "part-words part-flowing" : "part-words"}>
        <Sentences {...props} />
        {statements.length === 0 && filed && (
          <p className="filed">
            <Written>{say("worklist.filed", { words: filed })}</Written>
          </p>
        )}
        {statements.length === 0 && !filed && !isAdding && <p className="nothing">{none ?? say(emptyId(section))}</p>}
        {note && <span className="part-note quiet">{note}</span>}
        <Adding {...props} />
      </div>
    </section>
  );
}

type SectionProps = PageProps & { section: Section };

export function AddButton({ section, reading, adding, setAdding }: SectionProps) {
  const { say } = useWords();
  if (!reading.mayEdit || !addable.includes(section) || adding || reading.editing) return null;
  return (
    <Button
      kind="quiet"
      className="add"
      aria-label={say("worklist.add_to", { section: say(`worklist.section.${section}`) })}
      onPress={() => setAdding({ section, text: "" })}
    >
      +
    </Button>
  );
}

export function Sentences({ summary, section, reading, mark, quoted }: SectionProps & Pick<PartProps, "mark" | "quoted">) {
  const { say } = useWords();
  return statementsOf(summary, section).map((statement) => {
    const flag = mark ? redFlag(statement.text) : null;
    const [said] = saidOf(statement);
    const quote = quoted && said ? spoken(summary, said) : null;
    return (
      <div key={statement.statement_id} className={statement.contradicted ? "statement contradicts" : "statement"}>
        {quote !== null && !statement.text.includes(quote) && (
          <q className="complaint-quote" lang={summary.summary?.language}>
            {quote}
          </q>
        )}
        <Sentence
          statement={statement}
          reading={reading}
          shorten={flag?.level ? (text) => redFlag(text).words : section === "words" ? answerFirst : undefined}
          before={flag?.level && <LevelMark level={flag.level} />}
        />
        {statement.contradicted && <strong className="contradiction">{say("worklist.contradicted")}</strong>}
        {summary.marked
          .filter((one) => one.statement_id === statement.statement_id)
          .map((one) => (
            <strong key={one.by} className="contradiction" title={one.words}>
              {say("worklist.marked", { reason: say(`worklist.dislike.${one.reason}`) })}
            </strong>
          ))}
      </div>
    );
  });
}

export function Adding({ summary, section, reading, adding, setAdding, onAdd }: SectionProps) {
  const { say } = useWords();
  if (adding?.section !== section) return null;
  return (
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
  );
}

export function emptyId(section: Section) {
  switch (section) {
    case "not_asked":
      return "worklist.all_asked";
    case "notes":
      return "worklist.no_notes";
    default:
      return "worklist.nothing";
  }
}
