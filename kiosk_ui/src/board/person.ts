/** Who is ill, in a few words for a card's head. */
import { ageWords, monthsWords, type Say } from "../staff/words";
import type { Card } from "./alerts";

export function personWords(card: Card, say: Say): string {
  const words = [];
  if (card.age_months !== null) words.push(monthsWords(card.age_months, say));
  else if (card.age) words.push(ageWords(card.age, say));
  if (card.sex) words.push(say(`board.sex.${card.sex}`));
  const who = words.join(" · ") || say("board.person.unknown");
  switch (card.about) {
    case "child":
    case "parent":
    case "spouse":
    case "other":
      return `${who} · ${say(`board.about.${card.about}`)}`;
    default:
      return who;
  }
}
