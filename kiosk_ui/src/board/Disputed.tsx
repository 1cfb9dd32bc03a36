/** What the patient says against an alert: it stays open until a nurse has looked. */
import { Written } from "../staff/Written";
import { useWords } from "../staff/words";
import type { Alert } from "./alerts";

export function Disputed({ alert, language }: { alert: Alert | undefined; language: string }) {
  const { say } = useWords();
  if (!alert?.disputed) return null;
  return (
    <span className="disputed">
      {say("board.disputed")} <span lang={language}>
        <Written>{say(alert.disputed_by_tap ? "board.tapped" : "board.quoted", { words: alert.disputed })}</Written>
      </span>
    </span>
  );
}
