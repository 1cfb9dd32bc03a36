/** What opens above the bar, never over the words. */
import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "../controls/Button";
import { useFocusComesBack } from "../staff/focus";
import { Key } from "../staff/Key";
import { useWords } from "../staff/words";
import type { Card } from "./alerts";

/** What every panel about a session is given. */
export interface AboutCard {
  card: Card;
  onDone: () => void;
  onClose: () => void;
}

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Escape closes it, unless it only ended a composition or closed a list. */
export function Panel({ title, onClose, children }: PanelProps) {
  const { say } = useWords();
  useFocusComesBack();
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section className="panel" aria-label={title} onKeyDown={close}>
      <div className="panel-head">
        <h3>{title}</h3>
        <Button kind="quiet" className="plain-press" onPress={onClose}>
          {say("board.close")} <Key name="Esc" />
        </Button>
      </div>
      {children}
    </section>
  );
}
