/** The own password, changed by whoever has it. */
import { useState, type SyntheticEvent } from "react";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { NewPasswordField, PasswordField } from "../staff/secrets";
import { changePassword } from "../staff/server";
import { useWords } from "../staff/words";

export function PasswordForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const [password, setPassword] = useState("");
  const [own, setOwn] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void run(() => changePassword({ password, new_password: own })).then((done) => done && onDone());
  };
  return (
    <form className="start-form" aria-label={say("start.password")} onSubmit={submit}>
      <PasswordField label={say("start.password.now")} value={password} onChange={setPassword} autoFocus />
      <NewPasswordField label={say("start.password.new")} value={own} onChange={setOwn} />
      <Failure of={failure} />
      <div className="start-presses">
        <Button kind="primary" type="submit" isDisabled={busy || password === "" || own === ""}>
          {say("start.password")}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {say("start.password.cancel")}
        </Button>
      </div>
    </form>
  );
}
