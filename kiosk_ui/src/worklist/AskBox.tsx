/** A doctor's question about this patient, and how its answer was got. */
import { useState, type SyntheticEvent } from "react";
import { Input, Label, TextField } from "react-aria-components";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Failure } from "../staff/Failure";
import { useCommand } from "../staff/command";
import { askAboutPatient } from "../staff/server";
import { useWords } from "../staff/words";

type Answer = Schemas["ClinicalAnswerView"];

const LONGEST = 500;
const EMBEDDED = "embedded";

export function AskBox({ number }: { number: number }) {
  const { say } = useWords();
  const [question, setQuestion] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { busy, failure, run } = useCommand();
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    if (question.trim() === "" || busy) return;
    void run(async () => setAnswer(await askAboutPatient(number, { question: question.trim() })));
  };
  return (
    <section className="ask-box screen-only" aria-label={say("worklist.ask")}>
      <form onSubmit={ask}>
        <TextField value={question} onChange={setQuestion} maxLength={LONGEST}>
          <Label>{say("worklist.ask")}</Label>
          <Input className="input" placeholder={say("worklist.ask.example")} autoComplete="off" />
        </TextField>
        <Button type="submit" className="plain-press" isDisabled={busy || question.trim() === ""}>
          {say("worklist.ask.go")}
        </Button>
      </form>
      <Failure of={failure} />
      {answer && (
        <div role="status">
          <p className="ask-answer" lang={answer.language}>
            {answer.answer}
          </p>
          {answer.pictures.map((one) => (
            <img key={one.name} className="ask-picture" alt={one.name} src={picture(one.svg)} />
          ))}
          {answer.answered && <How answer={answer} />}
        </div>
      )}
    </section>
  );
}

/** As an image: what is in it cannot run. */
const picture = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Tasks with their inputs, sources and strategy. */
function How({ answer }: { answer: Answer }) {
  const { say, row } = useWords();
  return (
    <details className="review">
      <summary>{say("worklist.ask.how")}</summary>
      {[answer.planned_by, answer.answered_by].some((by) => by !== EMBEDDED) && (
        <p>{say("worklist.ask.by", { planned: answer.planned_by, answered: answer.answered_by })}</p>
      )}
      {answer.strategy.map((thought) => (
        <p key={thought}>{thought}</p>
      ))}
      <ol>
        {answer.steps.map((step, place) => (
          <li key={place}>
            {row([step.task, ...Object.entries(step.inputs).map(([name, value]) => `${name}: ${value}`)])}
            {step.error !== null && ` (${step.error})`}
          </li>
        ))}
      </ol>
      {answer.sources.length > 0 && (
        <>
          <h4>{say("worklist.ask.sources")}</h4>
          <ul>
            {answer.sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
