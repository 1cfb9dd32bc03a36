/** Something that is told once: a password or a code, large enough to be read out. */
import { useEffect, useRef } from "react";
import { Button } from "../controls/Button";
import { useWords } from "../staff/words";
import { useFocusComesBack } from "../staff/focus";

interface Props {
  title: string;
  secret: string;
  note: string;
  onDone: () => void;
}

export function Once({ title, secret, note, onDone }: Props) {
  const { say } = useWords();
  useFocusComesBack();
  const told = useRef<HTMLElement>(null);
  useEffect(() => told.current?.focus(), []);
  return (
    <section ref={told} className="panel once" aria-label={title} tabIndex={-1}>
      <h2>{title}</h2>
      <p className="once-secret tabular">{secret}</p>
      <p>{note}</p>
      <div className="panel-presses">
        <Button kind="primary" onPress={onDone}>
          {say("admin.once.done")}
        </Button>
      </div>
    </section>
  );
}
