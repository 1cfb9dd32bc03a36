/** A second factor is set up: the picture for the authenticator, a first code, and ten recovery codes. */
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "./command";
import { Failure } from "./Failure";
import { CodeField } from "./secrets";
import { beginSecondFactor, confirmSecondFactor } from "./server";
import { useWords } from "./words";

export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const [begun, setBegun] = useState<Schemas["EnrolmentView"] | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [code, setCode] = useState("");
  const begin = () => void run(async () => setBegun(await beginSecondFactor()));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void run(async () => setCodes((await confirmSecondFactor(code)).codes)).then((done) => done || setCode(""));
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun === null)
    return (
      <>
        <p>{say("security.second.what")}</p>
        <Failure of={failure} />
        <Button kind="primary" isDisabled={busy} onPress={begin}>
          {say("security.second.begin")}
        </Button>
      </>
    );
  return (
    <form className="second-factor" aria-label={say("security.second.begin")} onSubmit={submit}>
      <p>{say("security.second.scan")}</p>
      <img className="second-factor-picture" src={begun.picture} alt={say("security.second.picture")} />
      <p>
        {say("security.second.typed")} <code className="second-factor-secret" lang="zxx">{begun.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <CodeField value={code} onChange={setCode} recovery={false} autoFocus />
      <Failure of={failure} />
      <Button kind="primary" type="submit" isDisabled={busy || code.trim().length < 6}>
        {say("security.second.confirm")}
      </Button>
    </form>
  );
}

/** Told once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { say } = useWords();
  const told = useRef<HTMLElement>(null);
  useEffect(() => told.current?.focus(), []);
  return (
    <section ref={told} className="recovery" aria-label={say("security.codes")} tabIndex={-1}>
      <h2>{say("security.codes")}</h2>
      <p>{say("security.codes.note")}</p>
      <ul className="recovery-codes tabular" lang="zxx" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="veil-presses screen-only">
        <Button onPress={() => window.print()}>{say("security.codes.print")}</Button>
        <Button kind="primary" onPress={onDone}>
          {say("security.codes.done")}
        </Button>
      </div>
    </section>
  );
}
