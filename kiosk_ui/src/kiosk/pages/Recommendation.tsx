/** Where to go and why: the department largest, the way, the doctor, the next free times. */
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Department, Session } from "../../api/kiosk";
import { NurseWords } from "../parts/NurseWords";
import { Another } from "../parts/Another";
import { Booked } from "../parts/Booked";
import { Because, Place } from "../parts/Place";
import { SayBox } from "../parts/SayBox";
import { Slots } from "../parts/Slots";
import { WayMap } from "../parts/WayMap";
import type { Reception } from "../useReception";

interface Props {
  reception: Reception;
  session: Session;
  onSlip: (how: "print" | "carry") => void;
  /** Back to a question that waits. */
  onTalk?: () => void;
}

export function Recommendation({ reception, session, onSlip, onTalk }: Props) {
  const found = session.recommendation;
  if (!found) return null;
  return (
    <div className="page go">
      <section className="page-words">
        <NurseWords reply={session.reply} />
        <h1 className="words-xl">{found.department.name}</h1>
        <Because reasons={found.because} />
        {found.urgent_note != null && <p className="notice notice-urgent">{found.urgent_note}</p>}
        {found.urgent_note == null ? <Way department={found.department} /> : <Place department={found.department} />}
      </section>
      <section className="page-acts">
        {found.urgent_note == null && <Times reception={reception} session={session} department={found.department} />}
        <div className="row">
          <Button kind={session.booking ? "primary" : "plain"} onPress={() => onSlip("print")}>
            <FormattedMessage id="go.print" />
          </Button>
          <Button onPress={() => onSlip("carry")}>
            <FormattedMessage id="go.carry" />
          </Button>
          {found.urgent_note == null && <Another reception={reception} />}
          {onTalk && (
            <Button kind="quiet" onPress={onTalk}>
              <FormattedMessage id="talk.toTalk" />
            </Button>
          )}
        </div>
        <Anything reception={reception} />
      </section>
    </div>
  );
}

function Anything({ reception }: { reception: Reception }) {
  const intl = useIntl();
  return (
    <SayBox language={reception.language} say={reception.say} label={intl.formatMessage({ id: "go.anythingElse" })} />
  );
}

/** The booked time, which can be changed or given back; or those that are free. Nobody who is escorted books. */
function Times({ reception, session, department }: { reception: Reception; session: Session; department: Department }) {
  const [changing, setChanging] = useState<string | null>(null);
  const { booking } = session;
  if (!booking) return <Offer reception={reception} department={department} />;
  return (
    <>
      <Booked booking={booking} />
      {changing === booking.starts ? (
        <Slots slots={department.slots} book={(slotId) => void reception.book(slotId)} />
      ) : (
        <div className="row">
          <Button onPress={() => setChanging(booking.starts)}>
            <FormattedMessage id="go.change" />
          </Button>
          <Button kind="quiet" onPress={() => void reception.cancelBooking()}>
            <FormattedMessage id="go.cancel" />
          </Button>
        </div>
      )}
    </>
  );
}

function Way({ department }: { department: Department }) {
  return (
    <div className="way">
      <div>
        <Place department={department} />
        <p className="directions">{department.directions}</p>
      </div>
      <WayMap way={department.way} target={department.room} />
    </div>
  );
}

function Offer({ reception, department }: { reception: Reception; department: Department }) {
  return (
    <>
      {department.physicians.length > 0 && (
        <>
          <h2>
            <FormattedMessage id="go.physicians" />
          </h2>
          <ul className="physicians">
            {department.physicians.slice(0, 3).map((physician) => (
              <li key={physician.name}>
                <strong>{physician.name}</strong> {physician.title}
                {physician.expertise !== "" && <span className="quiet expertise">{physician.expertise}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>
        <FormattedMessage id="go.slots" />
      </h2>
      <Slots slots={department.slots} book={(slotId) => void reception.book(slotId)} />
    </>
  );
}
