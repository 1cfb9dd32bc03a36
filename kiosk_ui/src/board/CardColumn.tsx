/** The column of cards, in the server's order: worst first. */
import { useEffect, useRef } from "react";
import { useWords } from "../staff/words";
import type { Card } from "./alerts";
import { CardView } from "./CardView";

interface Props {
  cards: readonly Card[];
  now: number;
  chosenId: string | null;
  onChoose: (id: string) => void;
}

export function CardColumn({ cards, now, chosenId, onChoose }: Props) {
  const { say } = useWords();
  const chosen = useRef<HTMLButtonElement>(null);
  const column = useRef<HTMLOListElement>(null);

  useEffect(() => {
    chosen.current?.scrollIntoView({ block: "nearest" });
    if (column.current?.contains(document.activeElement)) chosen.current?.focus();
  }, [chosenId]);

  if (cards.length === 0) return <p className="nobody">{say("board.nobody")}</p>;
  return (
    <ol className="cards" ref={column}>
      {cards.map((card) => (
        <li key={card.session_id}>
          <CardView
            card={card}
            now={now}
            chosen={card.session_id === chosenId}
            onChoose={() => onChoose(card.session_id)}
            ref={card.session_id === chosenId ? chosen : undefined}
          />
        </li>
      ))}
    </ol>
  );
}
