/** What the alerts of a card ask for: which one is open, how long it has been, and who must be called next. */
import type { Schemas } from "../api/client";
import { secondsSince } from "../staff/clock";

export type Card = Schemas["Card"];
export type Alert = Schemas["BoardAlert"];

const gravest: readonly Alert["level"][] = ["A", "P", "B", "C", "I"];

/** Alerts nobody has acknowledged, gravest and then oldest first. */
export function openAlerts(card: Card): Alert[] {
  return card.alerts
    .filter((alert) => alert.acknowledged_by === null)
    .sort(
      (one, two) =>
        gravest.indexOf(one.level) - gravest.indexOf(two.level) || one.raised_at.localeCompare(two.raised_at),
    );
}

/** The red flags that stand: answered or not, nobody has lowered them. */
export function dangers(card: Card): Alert[] {
  return card.alerts.filter((alert) => alert.rule !== "" && alert.lowered_by === null);
}

/** Kept from whoever can see the board from a distance until the nurse opens it. */
export function isPrivate(card: Card): boolean {
  return card.alerts.some((alert) => alert.private && alert.lowered_by === null);
}

export type Step = "nobody" | "second" | "charge";

const SECOND_NURSE_S = 60;
const CHARGE_NURSE_S = 120;

const alarming: readonly Alert["level"][] = ["A", "B", "P"];

/** Who is to be called to an alarm, or to somebody who asks for a person: after a minute a second nurse, after two the charge nurse. */
export function step(alert: Alert, now: number): Step {
  if (!alarming.includes(alert.level) && alert.rule !== "") return "nobody";
  const seconds = secondsSince(alert.raised_at, now);
  if (seconds >= CHARGE_NURSE_S) return "charge";
  return seconds >= SECOND_NURSE_S ? "second" : "nobody";
}

/** Only an unanswered level A may sound. */
export function mustSound(cards: readonly Card[]): boolean {
  return cards.some((card) => card.state !== "done" && !card.taken && openAlerts(card).some((alert) => alert.level === "A"));
}
