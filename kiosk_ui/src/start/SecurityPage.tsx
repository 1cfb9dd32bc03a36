/** One's own security: password, second factor, and where one is signed in. */
import { useState } from "react";
import { momentWords } from "../admin/moments";
import { useLoaded } from "../admin/useLoaded";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { RecoveryCodes, SecondFactorSetup } from "../staff/SecondFactorSetup";
import { endOtherSignIns, endSignIn, newRecoveryCodes, readSecurity, removeSecondFactor } from "../staff/server";
import { useWords } from "../staff/words";
import { PasswordForm } from "./PasswordForm";

type Own = Schemas["OwnSecurity"];

export function SecurityPage() {
  const { say } = useWords();
  const { value: own, failure, again, set } = useLoaded(readSecurity);
  return (
    <>
      <h1>{say("security")}</h1>
      <Failure of={failure} />
      {own && (
        <>
          {own.local ? (
            <>
              <Password onChanged={again} />
              <SecondFactor own={own} again={again} set={set} />
            </>
          ) : (
            <p>{say("security.provider")}</p>
          )}
          <SignIns own={own} set={set} />
        </>
      )}
    </>
  );
}

function Password({ onChanged }: { onChanged: () => void }) {
  const { say } = useWords();
  const [step, setStep] = useState<"closed" | "open" | "changed">("closed");
  const changed = () => {
    setStep("changed");
    onChanged();
  };
  return (
    <section className="security-part">
      <h2>{say("staff.sign_in.password")}</h2>
      {step === "changed" && (
        <p role="status" className="notice notice-done">
          {say("start.password.done")}
        </p>
      )}
      {step === "open" ? (
        <PasswordForm onDone={changed} onCancel={() => setStep("closed")} />
      ) : (
        <Button onPress={() => setStep("open")}>{say("start.password")}</Button>
      )}
    </section>
  );
}

function SecondFactor({ own, again, set }: { own: Own; again: () => void; set: (own: Own) => void }) {
  const { say, intl } = useWords();
  const { busy, failure, run } = useCommand();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <section className="security-part">
      <h2>{say("security.second")}</h2>
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null);
            again();
          }}
        />
      ) : own.second_factor_since === null ? (
        <SecondFactorSetup onDone={again} />
      ) : (
        <>
          <p>
            {say("security.second.since", { time: momentWords(own.second_factor_since, intl) })}{" "}
            {say("security.codes.left", { count: own.recovery_codes })}
          </p>
          <Failure of={failure} />
          <div className="start-presses">
            <Button isDisabled={busy} onPress={() => void run(async () => setCodes((await newRecoveryCodes()).codes))}>
              {say("security.codes.new")}
            </Button>
            {!own.second_factor_required && (
              <Button kind="quiet" isDisabled={busy} onPress={() => void run(async () => set(await removeSecondFactor()))}>
                {say("security.second.remove")}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function SignIns({ own, set }: { own: Own; set: (own: Own) => void }) {
  const { say, intl, row } = useWords();
  const { busy, failure, run } = useCommand();
  return (
    <section className="security-part">
      <h2>{say("security.sign_ins")}</h2>
      <p className="quiet">{say("security.sign_ins.most", { most: own.at_once })}</p>
      <ul className="sign-ins">
        {own.sign_ins.map((one) => {
          const where = one.browser === "" ? say("security.sign_ins.unknown") : one.browser;
          return (
            <li key={one.sign_in_id} className="sign-ins-one">
              <div>
                <p>
                  <strong>{where}</strong> {one.here && say("security.sign_ins.here")}
                </p>
                <p className="quiet">
                  {row([
                    one.address,
                    say("security.sign_ins.since", { time: momentWords(one.began, intl) }),
                    say("security.sign_ins.seen", { time: momentWords(one.seen, intl) }),
                  ])}
                </p>
              </div>
              {!one.here && (
                <Button
                  kind="quiet"
                  isDisabled={busy}
                  aria-label={`${say("staff.sign_out")}: ${where}, ${momentWords(one.began, intl)}`}
                  onPress={() => void run(async () => set(await endSignIn(one.sign_in_id)))}
                >
                  {say("staff.sign_out")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Failure of={failure} />
      {own.sign_ins.length > 1 && (
        <Button isDisabled={busy} onPress={() => void run(async () => set(await endOtherSignIns()))}>
          {say("security.sign_ins.end_others")}
        </Button>
      )}
    </section>
  );
}
