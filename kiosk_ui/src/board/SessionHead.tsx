/** The head of the chosen session: who, how grave, in whose hands. */
import { Button } from "../controls/Button";
import { Key } from "../staff/Key";
import { LevelMark } from "../staff/LevelMark";
import { CLOCK, useWords } from "../staff/words";
import { isPrivate, type Card } from "./alerts";
import { kioskWords, personFacts } from "./person";

interface Props {
  card: Card;
  /** Nothing of it is to be read from a distance. */
  covered: boolean;
  opened: boolean;
  onLink: () => void;
}

export function SessionHead({ card, covered, opened, onLink }: Props) {
  const { say, row, intl } = useWords();
  return (
    <header className="session-head">
      <h2>
        <LevelMark level={isPrivate(card) ? "P" : card.level} /> {card.patient && !covered && (
          <span>{say("board.who", { name: card.patient.name, number: card.patient.patient_id })}</span>
        )}{" "}
        <span>{row(personFacts(card, say))}</span>
      </h2>
      <p className="session-facts">
        {row([
          kioskWords(card.kiosk, say),
          say("board.since", {
            time: intl.formatTime(card.started, CLOCK),
          }),
          say(`board.language.${card.language}`),
          say(!card.patient ? "board.guest" : card.patient.linked ? "board.verified.at_desk" : "board.verified"),
          card.mood !== "calm" && say(`board.mood.${card.mood}`),
        ])}
      </p>
      {(card.linkable || card.patient?.linked) && (
        <Button kind="quiet" className="plain-press" aria-expanded={opened} aria-keyshortcuts="L" onPress={onLink}>
          {say(card.linkable ? "board.link" : "board.unlink")} <Key name="L" />
        </Button>
      )}
      <p className="session-hands">
        {card.owner
          ? say(card.taken ? "board.state.owned" : "board.state.answered", { name: card.owner })
          : say(`board.state.${card.state}`)}
      </p>
    </header>
  );
}
