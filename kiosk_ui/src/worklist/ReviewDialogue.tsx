/** Behind the summary: who went through it before the doctor, what they said to each other, and what they changed. */
import type { Schemas } from "../api/client";
import { useWords } from "../staff/words";
import type { Summary } from "./page";

type Review = Schemas["Review"];

export function ReviewDialogue({ summary }: { summary: Summary }) {
  const { say } = useWords();
  const review = summary.summary?.review;
  if (!review) return null;
  const language = summary.summary?.language;
  return (
    <details className="review screen-only">
      <summary>
        {say("worklist.review", { count: review.scratchpad.length })}
        {review.amended && ` ${say("worklist.review.amended")}`}
        {!review.satisfied && ` ${say("worklist.review.unfinished")}`}
      </summary>
      {review.scratchpad.length > 0 && (
        <>
          <h4>{say("worklist.review.scratchpad")}</h4>
          <ul lang={language}>
            {review.scratchpad.map((note, place) => (
              <li key={place}>{note}</li>
            ))}
          </ul>
        </>
      )}
      <Turns review={review} language={language} />
    </details>
  );
}

/** What the two said to each other. */
export function Turns({ review, language }: { review: Review; language: string | undefined }) {
  const { say } = useWords();
  return (
    <>
      <h4>{say("worklist.review.dialogue", { by: review.by })}</h4>
      <ol className="review-turns">
        {review.turns.map((turn, place) => (
          <li key={place}>
            <span className="quiet">
              {say(turn.speaker === "decider" ? "worklist.review.decider" : "worklist.review.researcher")}
            </span>{" "}
            <span className="review-words" lang={language}>
              {turn.text}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
