/** The door: who are you? */
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { Refused, type Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "./command";
import { Failure } from "./Failure";
import { signIn } from "./server";
import { useWords, type MessageId } from "./words";

interface Props {
  title: MessageId;
  note?: MessageId;
  /** Shown when work was going on here and the sign-in ran out. */
  ranOut: boolean;
  onSignedIn: (me: Schemas["Me"]) => void;
}

export function SignIn({ title, note, ranOut, onSignedIn }: Props) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [own, setOwn] = useState<string | null>(null); // asked for in place of a one-time password
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    await run(async () => {
      try {
        onSignedIn(await signIn({ username, password, new_password: own }));
      } catch (error) {
        const code = error instanceof Refused ? error.code : "";
        if (code === "new_password_due") setOwn("");
        else if (code !== "weak_password") setPassword("");
        throw error;
      }
    });
  };

  return (
    <main className="sign-in">
      <form className="sign-in-sheet" onSubmit={(event) => void submit(event)}>
        <p className="sign-in-house">{say("staff.house")}</p>
        <h1>{say(title)}</h1>
        {note && <p className="notice">{say(note)}</p>}
        {ranOut && <p className="notice notice-urgent">{say("staff.sign_in.ran_out")}</p>}
        <Field
          ref={first}
          label={say("staff.sign_in.username")}
          value={username}
          onChange={setUsername}
          autoComplete="username"
          spellCheck="false"
          isRequired
          validationBehavior="aria"
        />
        <Field
          label={say("staff.sign_in.password")}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          isRequired
          validationBehavior="aria"
        />
        {own !== null && (
          <Field
            label={say("staff.sign_in.new_password")}
            note={say("start.password.note")}
            type="password"
            value={own}
            onChange={setOwn}
            autoComplete="new-password"
            autoFocus
            isRequired
            validationBehavior="aria"
          />
        )}
        <Failure of={failure} />
        <Button kind="primary" type="submit" isDisabled={busy || username.trim() === "" || password === "" || own === ""}>
          {say("staff.sign_in.go")}
        </Button>
      </form>
    </main>
  );
}
