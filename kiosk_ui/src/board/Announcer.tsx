/** Says new alerts to a screen reader: level A at once, the others when it is quiet. Private ones without a cause. */
import { useEffect, useRef, useState } from "react";
import { useWords } from "../staff/words";
import type { Alert, Card } from "./alerts";
import { kioskWords } from "./person";

export function Announcer({ cards }: { cards: readonly Card[] }) {
  const { say, inLanguage } = useWords();
  const known = useRef<Set<string> | null>(null);
  const [loud, setLoud] = useState("");
  const [calm, setCalm] = useState("");

  useEffect(() => {
    const all = cards.flatMap((card) => card.alerts.map((alert) => ({ card, alert })));
    const before = known.current;
    known.current = new Set(all.map(({ alert }) => alert.alert_id));
    const fresh = all.filter(({ alert }) => alert.acknowledged_by === null && !before?.has(alert.alert_id));
    const words = (card: Card, alert: Alert) =>
      say("board.announce", {
        level: say(`staff.level.${alert.private ? "P" : alert.level}`),
        kiosk: kioskWords(card.kiosk, say),
        reason: alert.private ? "" : inLanguage(alert.reason),
      });
    const told = (urgent: boolean) =>
      fresh
        .filter(({ alert }) => (alert.level === "A") === urgent)
        .map(({ card, alert }) => words(card, alert))
        .join(" ");
    if (told(true)) setLoud(told(true));
    if (told(false)) setCalm(told(false));
  }, [cards, say, inLanguage]);

  return (
    <div className="visually-hidden">
      <p role="alert">{loud}</p>
      <p role="status">{calm}</p>
    </div>
  );
}
