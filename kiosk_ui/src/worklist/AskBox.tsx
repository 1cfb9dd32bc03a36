/** A doctor's questions about this patient: the last ten answers, how each was got, and what else can be asked. */
import { useState, type SyntheticEvent } from "react";
import { Input, Label, TextField } from "react-aria-components";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Failure } from "../staff/Failure";
import { useCommand } from "../staff/command";
import { askAboutPatient } from "../staff/server";
import { useWords } from "../staff/words";
import { Written } from "../staff/Written";

type Answer = Schemas["ClinicalAnswerView"];

const LONGEST = 500;
const EMBEDDED = "embedded";
const KEPT = 10;

interface Exchange {
  id: number;
  question: string;
  answer: Answer;
}

export function AskBox({ number }: { number: number }) {
  const { say } = useWords();
  const [question, setQuestion] = useState("");
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const { busy, failure, run } = useCommand();
  const put = (asked: string) => {
    if (asked === "" || busy) return;
    void run(async () => {
      const answer = await askAboutPatient(number, { question: asked });
      setExchanges((before) => [{ id: (before[0]?.id ?? 0) + 1, question: asked, answer }, ...before].slice(0, KEPT));
      setQuestion("");
    });
  };
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    put(question.trim());
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
      <div role="log" aria-label={say("worklist.ask.answers")}>
        <ol className="ask-answers" reversed>
          {exchanges.map(({ id, question: asked, answer }) => (
            <li key={id}>
              <h4>
                <Written>{asked}</Written>
              </h4>
              <p className="ask-answer" lang={answer.language}>
                {answer.answer}
              </p>
              {answer.pictures.map((one) => (
                <img key={one.name} className="ask-picture" alt={one.name} src={picture(one.svg)} />
              ))}
              {answer.suggestions.length > 0 && <Suggestions of={answer.suggestions} put={put} busy={busy} />}
              {answer.answered && <How answer={answer} />}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** The nearest questions that can be answered; pressing one asks it. */
function Suggestions({ of, put, busy }: { of: string[]; put: (asked: string) => void; busy: boolean }) {
  const { say } = useWords();
  return (
    <div className="ask-suggestions" role="group" aria-label={say("worklist.ask.nearest")}>
      {of.map((one) => (
        <Button key={one} className="plain-press" isDisabled={busy} onPress={() => put(one)}>
          {one}
        </Button>
      ))}
    </div>
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
              <li key={source}>
                <Written>{source}</Written>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
