/** The next free times, as buttons; the one pressed is read back before it is booked. */
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Department } from "../../api/kiosk";
import { dayOf, timeOf, wallTime } from "./words";

const SHOWN = 6;

type Slot = Department["slots"][number];

interface Props {
  slots: readonly Slot[];
  book: (slotId: string) => void;
}

export function Slots({ slots, book }: Props) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<Slot | null>(null);
  const there = slots.find((slot) => slot.slot_id === chosen?.slot_id);
  if (slots.length === 0)
    return (
      <p>
        <FormattedMessage id="go.noSlots" />
      </p>
    );
  if (there) return <Confirm slot={there} onYes={() => book(there.slot_id)} onNo={() => setChosen(null)} />;
  return (
    <div className="grid" role="group" aria-label={intl.formatMessage({ id: "go.slots" })}>
      {slots.slice(0, SHOWN).map((slot) => (
        <Button key={slot.slot_id} className="slot" onPress={() => setChosen(slot)}>
          <SlotWords slot={slot} />
        </Button>
      ))}
    </div>
  );
}

function SlotWords({ slot }: { slot: Slot }) {
  const intl = useIntl();
  const when = wallTime(slot.starts);
  return (
    <>
      <strong className="tabular">
        {dayOf(intl, when, new Date())} {timeOf(intl, when)}
      </strong>
      <span>
        {slot.physician} {slot.title}
      </span>
    </>
  );
}

function Confirm({ slot, onYes, onNo }: { slot: Slot; onYes: () => void; onNo: () => void }) {
  return (
    <div className="card confirm-slot" role="group" aria-live="polite">
      <p className="slot words-l">
        <SlotWords slot={slot} />
      </p>
      <div className="row">
        <Button kind="primary" onPress={onYes} autoFocus>
          <FormattedMessage id="go.book" />
        </Button>
        <Button onPress={onNo}>
          <FormattedMessage id="go.otherTime" />
        </Button>
      </div>
    </div>
  );
}
