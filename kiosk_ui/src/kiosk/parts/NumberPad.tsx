/** A number pad beside the tiles: an age in years or months, a temperature, or how bad it is. */
import { useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import { Field } from "../../controls/Field";
import type { Question } from "../../api/kiosk";
import { Keypad } from "./Keypad";

/** How bad it is has a scale of its own. */
type Pad = Exclude<NonNullable<Question["pad"]>, "of_ten">;
type Unit = "years" | "months" | "temperature";

const UNITS: Record<Pad, readonly Unit[]> = {
  years: ["years"],
  years_or_months: ["years", "months"],
  temperature: ["temperature"],
};
/** Of a fever, in half degrees: one touch. */
const COMMON_DEGREES = ["37.5", "38.0", "38.5", "39.0", "39.5", "40.0"];
const RANGES: Record<Unit, readonly [number, number]> = { years: [0, 120], months: [0, 48], temperature: [34, 43] };

interface Props {
  pad: Pad;
  onSend: (text: string) => void;
}

export function NumberPad({ pad, onSend }: Props) {
  const intl = useIntl();
  const [text, setText] = useState("");
  const units = UNITS[pad];
  const decimal = pad === "temperature";
  // Most read one of the common ones off: the keys come to who asks for them.
  const [keys, setKeys] = useState(!decimal);

  const named = (unit: Unit) => intl.formatMessage({ id: `pad.${unit}` }, { number: Number(text), text });
  const press = (unit: Unit) => onSend(units.length > 1 ? named(unit) : text);
  const put = (typed: string) => setText(decimal ? degrees(typed) : typed.replace(/\D/g, "").slice(0, 3));
  return (
    <form
      className="number-pad"
      onSubmit={(event) => {
        event.preventDefault();
        if (units.length === 1 && fits(units[0], text)) onSend(text);
      }}
    >
      {keys && (
        <Field
          label={intl.formatMessage({ id: `pad.label.${pad}` })}
          className="number-pad-field"
          inputMode={decimal ? "decimal" : "numeric"}
          autoComplete="off"
          value={text}
          onChange={put}
        />
      )}
      {decimal && (
        <div className="grid grid-3 degrees" role="group" aria-label={intl.formatMessage({ id: "pad.label.temperature" })}>
          {COMMON_DEGREES.map((one) => (
            <Button key={one} className="tabular" onPress={() => onSend(one)}>
              {intl.formatMessage({ id: "pad.temperature" }, { text: one })}
            </Button>
          ))}
        </div>
      )}
      {keys && (
        <>
          <Keypad beside={decimal ? "." : null} onKey={(key) => put(text + key)} onErase={() => put(text.slice(0, -1))} />
          <div className="row number-pad-units">
            {units.map((unit) => (
              <Button key={unit} kind="primary" isDisabled={!fits(unit, text)} onPress={() => press(unit)}>
                {text === "" ? intl.formatMessage({ id: `pad.unit.${unit}` }) : named(unit)}
              </Button>
            ))}
          </div>
        </>
      )}
      {!keys && (
        <Button kind="quiet" className="wide" onPress={() => setKeys(true)}>
          {intl.formatMessage({ id: "pad.other" })}
        </Button>
      )}
    </form>
  );
}

function fits(unit: Unit | undefined, text: string): boolean {
  if (unit === undefined || !/^\d+(\.\d)?$/.test(text)) return false;
  const [least, most] = RANGES[unit];
  return least <= Number(text) && Number(text) <= most;
}

/** "38.5"; "385" is the same without its point. */
export function degrees(typed: string): string {
  const [whole = "", ...rest] = typed.replace(/[,，。]/g, ".").replace(/[^\d.]/g, "").split(".");
  if (rest.length > 0) return `${whole.slice(0, 2)}.${rest.join("").slice(0, 1)}`;
  return whole.length > 2 ? `${whole.slice(0, 2)}.${whole.slice(2, 3)}` : whole;
}
