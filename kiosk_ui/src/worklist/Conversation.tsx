/** The whole conversation beside the page, opened at the turn a sentence rests on, its words marked. */
import { useEffect, useRef } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Key } from "../staff/Key";
import { SpokenMark } from "../staff/SpokenMark";
import { useWords } from "../staff/words";
import { Quoted } from "./Quoted";

export interface Place {
  turn: number | null;
  quotes: readonly string[];
}

interface Props {
  conversation: readonly Schemas["Utterance"][];
  language: string;
  place: Place;
  onClose: () => void;
}

export function Conversation({ conversation, language, place, onClose }: Props) {
  const { say } = useWords();
  const target = useRef<HTMLLIElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    target.current?.scrollIntoView({ block: "center" });
  }, [place]);
  return (
    <aside
      className="conversation"
      aria-labelledby="conversation"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className="conversation-head">
        <h2 id="conversation" ref={head} tabIndex={-1}>
          {say("worklist.conversation")}
        </h2>
        <Button kind="quiet" className="plain-press" onPress={onClose}>
          {say("board.close")} <Key name="Esc" />
        </Button>
      </div>
      <ol tabIndex={0} aria-labelledby="conversation">
        {conversation.map((line, number) => {
          const meant = line.turn !== null && line.turn === place.turn;
          return (
            <li
              key={number}
              ref={meant ? target : undefined}
              className={`said said-${line.speaker}`}
              aria-current={meant || undefined}
            >
              <span className="said-turn tabular" aria-hidden="true">
                {line.turn}
              </span>
              <span className="said-speaker">{say(speaker(line.speaker))}</span>
              <span className="said-words" lang={language}>
                {meant ? <Quoted text={line.text} quotes={place.quotes} /> : line.text}
                {line.tapped && <span className="note-turn"> {say("board.tapped.mark")}</span>}
                <SpokenMark line={line} className="note-turn" />
              </span>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}

function speaker(name: string) {
  switch (name) {
    case "patient":
      return "board.speaker.patient";
    case "staff":
      return "board.speaker.staff";
    default:
      return "board.speaker.nurse";
  }
}
