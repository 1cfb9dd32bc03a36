/** The fields in which somebody shows who they are; the same wherever that is asked. */
import type { Ref } from "react";
import { Field } from "../controls/Field";
import { useWords } from "./words";

interface Props {
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const needed = { isRequired: true, validationBehavior: "aria" } as const;

export function PasswordField({ label, ...rest }: Props & { label?: string }) {
  const { say } = useWords();
  return (
    <Field
      {...rest}
      {...needed}
      label={label ?? say("staff.sign_in.password")}
      type="password"
      autoComplete="current-password"
    />
  );
}

export function NewPasswordField({ label, ...rest }: Props & { label: string }) {
  const { say } = useWords();
  return (
    <Field
      {...rest}
      {...needed}
      label={label}
      note={say("start.password.note")}
      type="password"
      autoComplete="new-password"
    />
  );
}

/** Of an authenticator; `recovery`: or one of the codes kept on paper. */
export function CodeField({ recovery = true, ...rest }: Props & { recovery?: boolean }) {
  const { say } = useWords();
  return (
    <Field
      {...rest}
      {...needed}
      label={say("staff.code")}
      note={recovery ? say("staff.code.note") : undefined}
      inputMode={recovery ? undefined : "numeric"}
      autoComplete="one-time-code"
      spellCheck="false"
    />
  );
}
