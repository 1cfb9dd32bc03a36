/** One answer to tap, with its picture and with the words of the patient that it was filled in from. */
import { CheckboxButton, CheckboxField } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import type { Option } from "../../api/kiosk";
import { Picture } from "./Picture";

interface Props {
  option: Option;
  /** Pictures are shown on this page. */
  drawn: boolean;
  chosen: boolean;
  onTap: () => void;
}

/** Of a page that takes one answer: a tap sends it. */
export function OneTile({ option, drawn, chosen, onTap }: Props) {
  return (
    <Button
      className={drawn ? "tile tile-drawn" : "tile"}
      aria-pressed={option.quote === null ? undefined : chosen}
      onPress={onTap}
    >
      <Face option={option} drawn={drawn} />
    </Button>
  );
}

/** Of a page that takes several: a square that fills. */
export function SquareTile({ option, drawn, chosen, onTap }: Props) {
  return (
    <CheckboxField className="tile-field" isSelected={chosen} onChange={onTap}>
      <CheckboxButton className="button tile tile-square">
        <Face option={option} drawn={drawn} />
      </CheckboxButton>
    </CheckboxField>
  );
}

function Face({ option, drawn }: { option: Option; drawn: boolean }) {
  return (
    <>
      {drawn && <Picture of={option} />}
      <span className="tile-words">
        {option.label}
        {option.quote !== null && (
          <span className="tile-quote">
            {" "}
            <FormattedMessage id="go.quote" values={{ words: option.quote }} />
          </span>
        )}
        {option.why !== null && <span className="tile-quote">{option.why}</span>}
      </span>
    </>
  );
}
