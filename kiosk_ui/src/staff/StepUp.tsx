/** Who is signed in shows once more who they are, in one dialog, and what was asked for goes on. */
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { onStepUp, type Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "./command";
import { Failure } from "./Failure";
import { CodeField, PasswordField } from "./secrets";
import { hasProof, prove, providerAddress, readSecurity } from "./server";
import { useWords } from "./words";

const LOOK_AGAIN_MS = 2_000;

export function StepUp() {
  const waiting = useRef<((proved: boolean) => void)[]>([]);
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      onStepUp(() => {
        setOpen(true);
        return new Promise((resolve) => waiting.current.push(resolve));
      }),
    [],
  );
  const end = (proved: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(proved);
  };
  if (!open) return null;
  return (
    <ModalOverlay className="veil" isOpen onOpenChange={(still) => still || end(false)}>
      <Modal className="veil-sheet">
        <Dialog>
          <Proof onDone={() => end(true)} onCancel={() => end(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Props {
  onDone: () => void;
  onCancel: () => void;
}

function Proof({ onDone, onCancel }: Props) {
  const { say } = useWords();
  const [own, setOwn] = useState<Schemas["OwnSecurity"] | null>(null);
  useEffect(() => void readSecurity().then(setOwn, onCancel), [onCancel]);
  return (
    <>
      <Heading slot="title">{say("staff.step_up")}</Heading>
      <p>{say("staff.step_up.why")}</p>
      {own === null ? (
        <p aria-busy="true" />
      ) : own.local ? (
        <LocalProof withCode={own.second_factor_since !== null} onDone={onDone} onCancel={onCancel} />
      ) : (
        <ProviderProof onDone={onDone} onCancel={onCancel} />
      )}
    </>
  );
}

function LocalProof({ withCode, onDone, onCancel }: Props & { withCode: boolean }) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const [byCode, setByCode] = useState(withCode);
  const [secret, setSecret] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void run(() => prove(byCode ? { code: secret } : { password: secret })).then((done) => {
      if (done) onDone();
      else setSecret("");
    });
  };
  return (
    <form className="veil-form" onSubmit={submit}>
      {byCode ? (
        <CodeField value={secret} onChange={setSecret} autoFocus />
      ) : (
        <PasswordField value={secret} onChange={setSecret} autoFocus />
      )}
      <Failure of={failure} />
      <div className="veil-presses">
        <Button kind="primary" type="submit" isDisabled={busy || secret === ""}>
          {say("staff.step_up.go")}
        </Button>
        {withCode && (
          <Button
            kind="quiet"
            onPress={() => {
              setByCode(!byCode);
              setSecret("");
            }}
          >
            {say(byCode ? "staff.step_up.password" : "staff.step_up.code")}
          </Button>
        )}
        <Button kind="quiet" onPress={onCancel}>
          {say("start.password.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** In a window of its own, so that what stands here stays; it is seen here when it is done. */
function ProviderProof({ onDone, onCancel }: Props) {
  const { say } = useWords();
  useEffect(() => {
    const looking = window.setInterval(() => void hasProof().then((has) => has && onDone(), () => undefined), LOOK_AGAIN_MS);
    return () => window.clearInterval(looking);
  }, [onDone]);
  return (
    <div className="veil-presses">
      <a className="button button-primary" href={providerAddress(location.pathname, true)} target="_blank" rel="noopener">
        {say("staff.step_up.provider")}
      </a>
      <Button kind="quiet" onPress={onCancel}>
        {say("start.password.cancel")}
      </Button>
    </div>
  );
}
