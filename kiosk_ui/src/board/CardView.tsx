/** One session at a glance: how grave, how long, who, in what words, by which rule, in whose hands. */
import type { Ref } from "react";
import { secondsSince, span } from "../staff/clock";
import { LevelMark } from "../staff/LevelMark";
import { Written } from "../staff/Written";
import { useWords } from "../staff/words";
import { dangers, isPrivate, openAlerts, step, type Alert, type Card } from "./alerts";
import { Disputed } from "./Disputed";
import { Lowered } from "./Lowered";
import { kioskWords, personFacts } from "./person";

interface Props {
  card: Card;
  now: number;
  chosen: boolean;
  /** Where Tab stops in the column. */
  tabbed: boolean;
  onChoose: () => void;
  ref?: Ref<HTMLButtonElement>;
}

export function CardView({ card, now, chosen, tabbed, onChoose, ref }: Props) {
  const { say, row } = useWords();
  const [open] = openAlerts(card);
  const hidden = isPrivate(card);
  const asks = card.state === "waiting_for_person" ? "C" : "light";
  const weight = card.state === "done" ? "light" : hidden ? "P" : (card.level ?? asks);
  return (
    <button
      ref={ref}
      type="button"
      className={`card card-${weight} ${open ? "card-open" : ""} card-state-${card.state}`}
      aria-current={chosen}
      tabIndex={tabbed ? 0 : -1}
      onClick={onChoose}
    >
      <LevelMark level={hidden ? "P" : card.level} asks={card.state === "waiting_for_person"} />
      <Wait card={card} now={now} />
      <span className="card-who">
        {row([
          card.patient && !hidden && say("board.who", { name: card.patient.name, number: card.patient.patient_id }),
          ...personFacts(card, say),
        ])}
      </span>
      <span className="card-where">
        {card.mood !== "calm" && <span className="card-mood">{say(`board.mood.${card.mood}`)}</span>}{" "}
        {row([kioskWords(card.kiosk, say), say(`board.language.${card.language}`)])}
      </span>
      {hidden ? (
        <span className="card-hidden">{say("board.private.card")}</span>
      ) : (
        <>
          <span
            className={card.complaint ? "card-complaint card-quoted" : "card-complaint"}
            lang={card.complaint ? card.language : undefined}
          >
            {card.complaint ? (
              <Written>{say(card.complaint_tapped ? "board.tapped" : "board.quoted", { words: card.complaint })}</Written>
            ) : (
              say("board.nothing_said")
            )}
          </span>
          <Rule alert={open ?? dangers(card)[0] ?? card.alerts[0]} language={card.language} />
        </>
      )}
      <Hands card={card} open={open} now={now} />
    </button>
  );
}

function Wait({ card, now }: { card: Card; now: number }) {
  const { say } = useWords();
  const waiting = card.waiting_since !== null;
  if (!waiting && (card.state === "done" || card.state === "unfinished")) return null;
  return (
    <span className={waiting ? "wait wait-person" : "wait"}>
      {say(waiting ? "board.wait.person" : "board.wait.running")}{" "}
      <span className="wait-time tabular">{span(secondsSince(card.waiting_since ?? card.started, now))}</span>
    </span>
  );
}

function Rule({ alert, language }: { alert: Alert | undefined; language: string }) {
  const { inLanguage } = useWords();
  if (!alert) return null;
  return (
    <span className="card-rule">
      {inLanguage(alert.reason)}
      <Disputed alert={alert} language={language} />
      <Lowered alert={alert} />
    </span>
  );
}

function Hands({ card, open, now }: { card: Card; open: Alert | undefined; now: number }) {
  const { say } = useWords();
  if (open && open.level !== "I" && !card.taken) {
    const next = step(open, now);
    return (
      <span className={`hands hands-${next}`}>
        {say(`board.step.${next}`)} <span className="tabular">{span(secondsSince(open.raised_at, now))}</span>
        {open.called_again > 0 && <> {say("board.calledAgain", { count: open.called_again })}</>}
      </span>
    );
  }
  if (card.owner) {
    return (
      <span className="hands">
        {say(card.taken ? "board.state.owned" : "board.state.answered", { name: card.owner })}
      </span>
    );
  }
  // With the machine is what most are: told to who listens, and no line of the list.
  return (
    <span className={card.state === "machine" ? "visually-hidden" : "hands"}>{say(`board.state.${card.state}`)}</span>
  );
}
