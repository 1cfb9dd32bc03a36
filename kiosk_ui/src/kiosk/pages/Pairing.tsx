/** A browser that holds no device token yet: staff enter the code they were given. */
import { useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import { Field } from "../../controls/Field";
import { problemText } from "../parts/words";
import type { Reception } from "../useReception";

export function Pairing({ reception: { pair, problem } }: { reception: Reception }) {
  const intl = useIntl();
  const [code, setCode] = useState("");
  const refusal = problem === null || problem === "kiosk_not_paired" ? undefined : problemText(intl, problem);
  const send = () => {
    if (code.trim() !== "") void pair(code.trim());
  };
  return (
    <main className="plain-page">
      <h1>
        <FormattedMessage id="pair.title" />
      </h1>
      <p>
        <FormattedMessage id="pair.text" />
      </p>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Field
          label={intl.formatMessage({ id: "pair.code" })}
          value={code}
          onChange={setCode}
          error={refusal}
          autoComplete="off"
          autoFocus
        />
        <Button kind="primary" type="submit">
          <FormattedMessage id="pair.send" />
        </Button>
      </Form>
    </main>
  );
}
