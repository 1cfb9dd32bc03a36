/** The next free times, as buttons. */
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Department } from "../../api/kiosk";
import { dayOf, timeOf, wallTime } from "./words";

const SHOWN = 6;

interface Props {
  slots: Department["slots"];
  book: (slotId: number) => void;
}

export function Slots({ slots, book }: Props) {
  const intl = useIntl();
  if (slots.length === 0)
    return (
      <p>
        <FormattedMessage id="go.noSlots" />
      </p>
    );
  return (
    <div className="grid" role="group" aria-label={intl.formatMessage({ id: "go.slots" })}>
      {slots.slice(0, SHOWN).map((slot) => {
        const when = wallTime(slot.starts);
        return (
          <Button key={slot.slot_id} className="slot" onPress={() => book(slot.slot_id)}>
            <strong className="tabular">
              {dayOf(intl, when, new Date())} {timeOf(intl, when)}
            </strong>
            <span>
              {slot.physician} {slot.title}
            </span>
          </Button>
        );
      })}
    </div>
  );
}
