/** What opens above a table: something to fill in or to confirm, with the focus in it. */
import { useEffect, useRef, type ReactNode, type SyntheticEvent } from "react";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { useWords } from "../staff/words";
import { useFocusComesBack } from "../staff/focus";
import { Refusal } from "./Refusal";

interface Props {
  title: string;
  /** What the press says that does it. */
  go: string;
  dangerous?: boolean;
  onGo: () => Promise<unknown>;
  onCancel: () => void;
  children: ReactNode;
}

export function Panel({ title, go, dangerous = false, onGo, onCancel, children }: Props) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  useFocusComesBack();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("input, select, textarea, .panel-presses button");
    first?.focus();
  }, []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) void run(onGo);
  };
  return (
    <form ref={form} className="panel" aria-label={title} onSubmit={submit}>
      <h2>{title}</h2>
      {children}
      <Refusal of={failure} />
      <div className="panel-presses">
        <Button kind={dangerous ? "danger" : "primary"} type="submit" isDisabled={busy}>
          {go}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {say("admin.cancel")}
        </Button>
      </div>
    </form>
  );
}
