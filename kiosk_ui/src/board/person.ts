/** Who is ill, in a few short facts. */
import { ageWords, monthsWords, type Say } from "../staff/words";
import type { Card } from "./alerts";

export function personFacts(card: Card, say: Say): string[] {
  const facts = [];
  if (card.age_months !== null) facts.push(monthsWords(card.age_months, say));
  else if (card.age) facts.push(ageWords(card.age, say));
  if (card.sex) facts.push(say(`board.sex.${card.sex}`));
  if (facts.length === 0) facts.push(say("board.person.unknown"));
  switch (card.about) {
    case "child":
    case "parent":
    case "spouse":
    case "other":
      facts.push(say(`board.about.${card.about}`));
  }
  return facts;
}

/** "Kiosk 2" in the desk's language; a name of the hospital's own as it stands. */
export function kioskWords(name: string, say: Say): string {
  const number = /^(?:kiosk\s*)?(\d+)$/i.exec(name.trim())?.[1];
  return number === undefined ? name : say("board.kiosk", { kiosk: number });
}
