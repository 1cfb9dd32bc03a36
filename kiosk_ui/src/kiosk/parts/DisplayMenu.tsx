/** Colours and reach, behind one button in the top row. */
import { useContext } from "react";
import { Dialog, DialogTrigger, Heading, Popover, ToggleButton } from "react-aria-components";
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Colours, Display } from "../display";
import { VoiceMenu } from "../voice/VoiceMenu";
import { Choice } from "./Choice";
import { ChosenContext, InBoth, useInBoth } from "./InBoth";

const COLOURS: readonly Colours[] = ["light", "dark", "contrast"];

export function DisplayMenu({ display }: { display: Display }) {
  const say = useInBoth();
  const intl = useIntl();
  const chosen = useContext(ChosenContext);
  return (
    <DialogTrigger>
      <Button kind="quiet" aria-label={intl.formatMessage({ id: chosen ? "frame.display" : "frame.displayBoth" })}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
        </svg>
      </Button>
      <Popover className="sheet" placement="bottom end">
        <Dialog className="sheet-inside">
          <Heading slot="title">
            <InBoth id="display.title" />
          </Heading>
          <Choice
            label={say("display.colours")}
            value={display.colours}
            choices={COLOURS.map((value) => ({ value, label: <InBoth id={`display.${value}`} /> }))}
            onChoose={display.setColours}
          />
          <ToggleButton className="button button-quiet choice-one" isSelected={display.low} onChange={display.setLow}>
            <InBoth id="display.low" />
          </ToggleButton>
          <VoiceMenu />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
