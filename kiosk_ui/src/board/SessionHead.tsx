/** The head of the chosen session: who, how grave, in whose hands. */
import { LevelMark } from "../staff/LevelMark";
import { useWords } from "../staff/words";
import { isPrivate, type Card } from "./alerts";
import { kioskWords, personFacts } from "./person";

export function SessionHead({ card }: { card: Card }) {
  const { say, row, intl } = useWords();
  return (
    <header className="session-head">
      <h2>
        <LevelMark level={isPrivate(card) ? "P" : card.level} /> <span>{row(personFacts(card, say))}</span>
      </h2>
      <p className="session-facts">
        {row([
          kioskWords(card.kiosk, say),
          say("board.since", {
            time: intl.formatTime(card.started, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
          }),
          say(`board.language.${card.language}`),
          say(card.verified ? "board.verified" : "board.guest"),
          card.mood !== "calm" && say(`board.mood.${card.mood}`),
        ])}
      </p>
      <p className="session-hands">
        {card.owner
          ? say(card.taken ? "board.state.owned" : "board.state.answered", { name: card.owner })
          : say(`board.state.${card.state}`)}
      </p>
    </header>
  );
}
