/** Which cards stand in the list: what the nurse asks for, and always an emergency that nobody has answered. */
import { isPrivate, openAlerts, type Card } from "./alerts";

export const levels = ["all", "danger", "waiting", "routine"] as const;
export const hands = ["all", "mine", "nurse", "machine"] as const;

export interface Filter {
  level: (typeof levels)[number];
  hands: (typeof hands)[number];
  /** "all", or one. */
  language: string;
  kiosk: string;
  words: string;
}

export const everything: Filter = { level: "all", hands: "all", language: "all", kiosk: "all", words: "" };

export const isSet = (filter: Filter) =>
  filter.words.trim() !== "" || [filter.level, filter.hands, filter.language, filter.kiosk].some((one) => one !== "all");

export function fits(card: Card, filter: Filter, me: string): boolean {
  if (openAlerts(card).some((alert) => alert.level === "A")) return true;
  return (
    ofLevel(card, filter.level) &&
    inHands(card, filter.hands, me) &&
    (filter.language === "all" || card.language === filter.language) &&
    (filter.kiosk === "all" || card.kiosk === filter.kiosk) &&
    hasWords(card, filter.words)
  );
}

function ofLevel(card: Card, level: Filter["level"]): boolean {
  switch (level) {
    case "all":
      return true;
    case "danger":
      return card.level !== null;
    case "waiting":
      return card.waiting_since !== null;
    case "routine":
      return card.level === null && card.waiting_since === null;
  }
}

function inHands(card: Card, wanted: Filter["hands"], me: string): boolean {
  switch (wanted) {
    case "all":
      return true;
    case "mine":
      return card.owner === me;
    case "nurse":
      return card.owner !== null;
    case "machine":
      return card.owner === null;
  }
}

/** Every word that was written stands in the name, the number or the complaint; of a private session no word is told. */
function hasWords(card: Card, words: string): boolean {
  const told = isPrivate(card) ? [] : [card.patient?.name, card.patient?.patient_id, card.complaint];
  const all = [...told, card.kiosk].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Ended, or left before the end, and nobody has to come any more. */
export const isOver = (card: Card) =>
  (card.state === "done" || card.state === "unfinished") && openAlerts(card).length === 0;
