/** Writing in place: Enter keeps the words, Escape leaves them as they were. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { Button } from "../controls/Button";
import { Key } from "../staff/Key";
import { useWords } from "../staff/words";

interface Props {
  label: string;
  language: string;
  text: string;
  onText: (text: string) => void;
  busy: boolean;
  /** Empty words strike the sentence out. */
  mayBeEmpty: boolean;
  /** False while something stands beside it that must be decided first; that has its own buttons. */
  settled: boolean;
  onSave: () => void;
  onCancel: () => void;
}

export function Editor({ label, language, text, onText, busy, mayBeEmpty, settled, onSave, onCancel }: Props) {
  const { say } = useWords();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = box.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const able = !busy && (mayBeEmpty || text.trim() !== "");
  const keyed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (able) onSave();
    }
  };
  const strikes = mayBeEmpty && text.trim() === "";
  return (
    <span className="editor">
      <textarea
        ref={box}
        className="input"
        aria-label={label}
        lang={language}
        rows={1}
        maxLength={1000}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={keyed}
      />
      {settled && (
        <span className="editor-foot">
          <Button kind="primary" className="plain-press" isDisabled={!able} onPress={onSave}>
            {say(strikes ? "worklist.strike" : "worklist.save")} <Key name="↵" />
          </Button>
          <Button kind="quiet" className="plain-press" onPress={onCancel}>
            {say("worklist.cancel")} <Key name="Esc" />
          </Button>
        </span>
      )}
    </span>
  );
}
