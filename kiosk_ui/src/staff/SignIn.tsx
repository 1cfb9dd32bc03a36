/** The door: who are you? */
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { Refused, type Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "./command";
import { Failure } from "./Failure";
import { CodeField, NewPasswordField, PasswordField } from "./secrets";
import { providerAddress, signIn, signInWays } from "./server";
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
  const [code, setCode] = useState<string | null>(null); // asked for where there is a second factor
  const [own, setOwn] = useState<string | null>(null); // asked for in place of a one-time password
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    await run(async () => {
      try {
        onSignedIn(await signIn({ username, password, code, new_password: own }));
      } catch (error) {
        const refusal = error instanceof Refused ? error.code : "";
        if (refusal === "code_due" || refusal === "wrong_code") setCode("");
        else if (refusal === "new_password_due") {
          setOwn("");
          setCode((before) => (before === null ? null : "")); // it was used up
        } else if (refusal !== "weak_password") setPassword("");
        throw error;
      }
    });
  };
  const asked = failure instanceof Refused && failure.code === "code_due" ? null : failure; // the field says so

  return (
    <main className="sign-in">
      <form className="sign-in-sheet" onSubmit={(event) => void submit(event)}>
        <p className="sign-in-house">{say("staff.house")}</p>
        <h1>{say(title)}</h1>
        {note && <p className="notice">{say(note)}</p>}
        {ranOut && <p className="notice notice-urgent">{say("staff.sign_in.ran_out")}</p>}
        <ProviderWay />
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
        <PasswordField value={password} onChange={setPassword} />
        {code !== null && <CodeField value={code} onChange={setCode} autoFocus />}
        {own !== null && (
          <NewPasswordField label={say("staff.sign_in.new_password")} value={own} onChange={setOwn} autoFocus />
        )}
        <Failure of={asked} />
        <Button
          kind="primary"
          type="submit"
          isDisabled={busy || username.trim() === "" || password === "" || code === "" || own === ""}
        >
          {say("staff.sign_in.go")}
        </Button>
      </form>
    </main>
  );
}

/** To the hospital's own accounts, where it has some. */
function ProviderWay() {
  const { say, inLanguage } = useWords();
  const [name, setName] = useState<Record<string, string> | null>(null);
  useEffect(() => {
    void signInWays().then(
      (ways) => setName(ways.provider),
      () => undefined,
    );
  }, []);
  if (name === null) return null;
  const words = inLanguage(name);
  return (
    <>
      <a className="button button-primary" href={providerAddress(location.pathname)}>
        {words === "" ? say("staff.sign_in.provider") : say("staff.sign_in.provider.named", { name: words })}
      </a>
      <p className="quiet">{say("staff.sign_in.or_here")}</p>
    </>
  );
}
