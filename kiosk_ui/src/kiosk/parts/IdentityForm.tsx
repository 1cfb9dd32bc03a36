/** A patient number with a birth date or a name: scanned, typed, or tapped on the keys of the glass. */
import { useEffect, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import { Field } from "../../controls/Field";
import { asDate, DATE_PARTS, isFull, LENGTHS, tilesOf, wholeYear, type BirthDate } from "./birthDate";
import { EraseKey, Keypad } from "./Keypad";

export interface Claim {
  patient_number: string;
  name: string | null;
  birth_date: string | null;
}

type Spot = "number" | "name" | keyof BirthDate;
type Gap = "identity.numberMissing" | "identity.dateWrong" | "identity.nameMissing";

const EMPTY: Record<Spot, string> = { number: "", name: "", year: "", month: "", day: "" };
const NUMBER_LETTER = "P";

const focusOn = (spot: Spot) =>
  document.querySelector<HTMLInputElement>(`.identity-form input[name=${spot}]`)?.focus();

export function IdentityForm({ onSend }: { onSend: (claim: Claim) => void }) {
  const intl = useIntl();
  const [values, setValues] = useState(EMPTY);
  const [spot, setSpot] = useState<Spot>("number");
  const [byName, setByName] = useState(false);
  const [gap, setGap] = useState<Gap | null>(null);

  const go = (next: Spot) => {
    setSpot(next);
    focusOn(next);
  };

  // A scanner types like a very fast keyboard: whatever is in focus, its digits belong into the number.
  useEffect(() => {
    const catchScan = (event: KeyboardEvent) => {
      const typed = event.target instanceof HTMLInputElement;
      if (!typed && /^[0-9A-Za-z]$/.test(event.key) && !event.ctrlKey && !event.metaKey) focusOn("number");
    };
    window.addEventListener("keydown", catchScan);
    return () => window.removeEventListener("keydown", catchScan);
  }, []);

  // `onGlass`: by the keys on the screen, where the last two digits of a year are enough.
  const put = (at: Spot, text: string, onGlass = false) => {
    setGap(null);
    const digitsOnly = at !== "number" && at !== "name";
    const digits = digitsOnly ? text.replace(/\D/g, "").slice(0, LENGTHS[at]) : text;
    const clean = at === "year" && onGlass ? wholeYear(digits, new Date()) : digits;
    setValues((now) => ({ ...now, [at]: clean }));
    if (!digitsOnly || !isFull(at, clean) || clean.length <= values[at].length) return;
    const next = DATE_PARTS[DATE_PARTS.indexOf(at) + 1];
    if (next) go(next);
  };

  /** A month or a day at one touch; nothing is sent but by its button. */
  const pick = (at: "month" | "day", text: string) => {
    setGap(null);
    setValues({ ...values, [at]: text });
    if (at === "month") go("day");
  };

  /** The last digit; where none is left, back into the part of the date before it. */
  const erase = (at: Spot) => {
    const before = DATE_PARTS[DATE_PARTS.findIndex((part) => part === at) - 1];
    if (values[at] === "" && before) go(before);
    else put(at, at === "year" && values.year.length === 4 ? "" : values[at].slice(0, -1));
  };

  const send = (values: Record<Spot, string>) => {
    const number = values.number.trim();
    const birthDate = asDate(values, new Date());
    const name = values.name.trim();
    if (number === "") miss("identity.numberMissing", "number");
    else if (byName && name === "") miss("identity.nameMissing", "name");
    else if (!byName && birthDate === null) miss("identity.dateWrong", "year");
    else onSend({ patient_number: number, name: byName ? name : null, birth_date: byName ? null : birthDate });
  };

  const miss = (what: Gap, where: Spot) => {
    const justScanned = spot === "number" && where !== "number" && values[where] === "";
    setGap(justScanned ? null : what); // a scanner ends with Enter, which only moves on
    go(where);
  };

  const field = (at: Spot, error?: Gap) => ({
    name: at,
    label: intl.formatMessage({ id: `identity.${at}` }),
    value: values[at],
    onChange: (text: string) => put(at, text),
    onFocus: () => setSpot(at),
    className: spot === at ? "field-active" : "",
    autoComplete: "off",
    error: error !== undefined && gap === error ? intl.formatMessage({ id: error }) : undefined,
  });

  return (
    <Form
      className="identity-form"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        send(values);
      }}
    >
      <div className="stack identity-fields">
        <Field {...field("number", "identity.numberMissing")} note={intl.formatMessage({ id: "identity.numberNote" })} autoFocus />
        {byName ? (
          <Field {...field("name", "identity.nameMissing")} />
        ) : (
          <fieldset className="birth-date">
            <legend>
              <FormattedMessage id="identity.born" />
            </legend>
            {DATE_PARTS.map((part) => (
              <Field key={part} {...field(part)} inputMode="numeric" />
            ))}
            {gap === "identity.dateWrong" && (
              <p className="field-error" role="alert">
                <FormattedMessage id={gap} />
              </p>
            )}
          </fieldset>
        )}
        <Button kind="quiet" onPress={() => setByName(!byName)}>
          <FormattedMessage id={byName ? "identity.byBirth" : "identity.byName"} />
        </Button>
      </div>
      <div className="stack">
        {spot === "month" || spot === "day" ? (
          <div className={`date-tiles date-${spot}`} role="group" aria-label={intl.formatMessage({ id: "keypad.title" })}>
            {tilesOf(spot, values).map((text) => (
              <Button key={text} kind="quiet" className="key tabular" aria-pressed={values[spot] === text} onPress={() => pick(spot, text)}>
                {text}
              </Button>
            ))}
            <EraseKey onErase={() => erase(spot)} />
          </div>
        ) : (
          <Keypad
            beside={spot === "number" ? NUMBER_LETTER : null}
            onKey={(key) => put(spot, values[spot] + key, true)}
            onErase={() => erase(spot)}
          />
        )}
        <Button kind="primary" type="submit" className="wide">
          <FormattedMessage id="identity.send" />
        </Button>
      </div>
    </Form>
  );
}
