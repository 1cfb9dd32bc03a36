/** The column of cards, in the server's order: worst first; what is over stands apart, below. */
import { useEffect, useRef } from "react";
import { useWords } from "../staff/words";
import type { Card } from "./alerts";
import { CardView } from "./CardView";

interface Props {
  cards: readonly Card[];
  over: readonly Card[];
  isOpen: boolean;
  onOpen: (open: boolean) => void;
  /** Cards are there, and the filter hides them all. */
  filtered: boolean;
  now: number;
  chosenId: string | null;
  onChoose: (id: string) => void;
}

export function CardColumn({ cards, over, isOpen, onOpen, filtered, ...shown }: Props) {
  const { say } = useWords();
  return (
    <>
      <nav aria-label={say("board.cards")}>
        {cards.length === 0 ? (
          <p className="nobody">{say(filtered ? "board.filter.none" : "board.nobody")}</p>
        ) : (
          <Cards cards={cards} label={say("board.cards")} {...shown} />
        )}
      </nav>
      {over.length > 0 && (
        <details className="over" open={isOpen} onToggle={(event) => onOpen(event.currentTarget.open)}>
          <summary>{say("board.ended", { count: over.length })}</summary>
          {isOpen && <Cards cards={over} label={say("board.ended", { count: over.length })} {...shown} />}
        </details>
      )}
    </>
  );
}

type Listed = Pick<Props, "cards" | "now" | "chosenId" | "onChoose"> & { label: string };

/** One stop of Tab, the chosen card or the first; the arrows go on from there. */
function Cards({ cards, label, now, chosenId, onChoose }: Listed) {
  const chosen = useRef<HTMLButtonElement>(null);
  const column = useRef<HTMLOListElement>(null);

  const first = cards[0]?.session_id;
  const stop = cards.find((card) => card.session_id === chosenId)?.session_id;

  useEffect(() => {
    chosen.current?.scrollIntoView({ block: "nearest" });
    if (column.current?.contains(document.activeElement)) chosen.current?.focus();
  }, [chosenId]);

  return (
    <div role="toolbar" aria-orientation="vertical" aria-label={label}>
      <ol className="cards" ref={column}>
        {cards.map((card) => (
          <li key={card.session_id}>
            <CardView
              card={card}
              now={now}
              chosen={card.session_id === chosenId}
              tabbed={card.session_id === (stop ?? first)}
              onChoose={() => onChoose(card.session_id)}
              ref={card.session_id === chosenId ? chosen : undefined}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
