/** The result: department and room largest, why and when in a line each, then the way, the doctor's questions, done. */
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Department, Session } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import { Another } from "../parts/Another";
import { Booked } from "../parts/Booked";
import { NurseWords } from "../parts/NurseWords";
import { Picture } from "../parts/Picture";
import { Because, Hours } from "../parts/Place";
import { SayBox } from "../parts/SayBox";
import { Slots } from "../parts/Slots";
import { dayOf, timeOf, wallTime } from "../parts/words";
import type { Reception } from "../useReception";

interface Props {
  reception: Reception;
  session: Session;
  onWay: () => void;
  /** To where somebody goes who cannot wait until the department opens. */
  onEmergency: () => void;
  /** To the questions for the doctor that are left, or back to one that waits. */
  onQuestions?: () => void;
  onDone?: () => void;
}

export function Recommendation({ reception, session, onWay, onEmergency, onQuestions, onDone }: Props) {
  const intl = useIntl();
  const found = session.recommendation;
  if (!found) return null;
  const { department } = found;
  const escorted = found.urgent_note !== null;
  return (
    <div className="page go" key={department.department_id}>
      <section className="page-words">
        <h1 className="go-name">{department.name}</h1>
        <p className="go-room">
          <FormattedMessage id="go.roomLarge" values={{ floor: department.floor, room: department.room }} />
        </p>
        <p className="go-building">{department.building}</p>
        {found.urgent_note !== null && <p className="notice notice-urgent">{found.urgent_note}</p>}
        <Hours department={department} />
        <Because reasons={found.because} />
        <NurseWords reply={session.reply} />
      </section>
      <section className="page-acts">
        {found.emergency && (
          <Button kind="danger" className="wide tall" onPress={onEmergency}>
            <span>
              <FormattedMessage id="go.emergency" />
              <span className="tile-quote">
                <FormattedMessage
                  id="go.emergencyNow"
                  values={{ floor: found.emergency.floor, room: found.emergency.room }}
                />
              </span>
            </span>
          </Button>
        )}
        <div className="go-acts">
          <Button kind="primary" className="wide tall way-in" onPress={onWay}>
            <Picture of={{ key: "go:way" }} />
            <span className="tile-words">
              <FormattedMessage id="go.showWay" />
            </span>
          </Button>
          {onQuestions && (
            <Button kind="primary" className="wide tall way-in" onPress={onQuestions}>
              <Picture of={{ key: "go:questions" }} />
              <span className="tile-words">
                <FormattedMessage id="go.questions" values={{ count: session.questions_left ?? 0 }} />
              </span>
            </Button>
          )}
        </div>
        {!escorted && <Times reception={reception} session={session} department={department} />}
        <SayBox
          language={reception.language}
          say={reception.say}
          label={intl.formatMessage({ id: "go.anythingElse" })}
          folded
        >
          {!escorted && <Another reception={reception} />}
          {session.can_undo && (
            <Button kind="quiet" onPress={() => void reception.undo()}>
              <FormattedMessage id="talk.goBack" />
            </Button>
          )}
        </SayBox>
        {onDone && (
          <Button className="wide" onPress={onDone}>
            <FormattedMessage id="go.done" />
          </Button>
        )}
      </section>
    </div>
  );
}

/** The booked time, which can be changed or given back; or the next that is free. Nobody who is escorted books. */
function Times({ reception, session, department }: { reception: Reception; session: Session; department: Department }) {
  const [changing, setChanging] = useState<string | null>(null);
  const { booking } = session;
  if (!booking) return <Offer reception={reception} department={department} />;
  return (
    <>
      <Booked booking={booking} />
      {changing === booking.starts ? (
        <>
          <Slots slots={department.slots} book={(slotId) => void reception.book(slotId)} />
          <Button kind="quiet" onPress={() => setChanging(null)}>
            <FormattedMessage id="go.keep" />
          </Button>
        </>
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

function Offer({ reception, department }: { reception: Reception; department: Department }) {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const [next] = department.slots;
  if (!next && !department.open_now) return null;
  if (!next)
    return (
      <p>
        <FormattedMessage id="go.noSlots" />
      </p>
    );
  const when = wallTime(next.starts);
  return (
    <>
      <Button className="wide" aria-expanded={open} onPress={() => setOpen(!open)}>
        <span>
          <FormattedMessage id="go.times" />
          <span className="tile-quote tabular">
            <FormattedMessage id="go.next" values={{ day: dayOf(intl, when, new Date()), time: timeOf(intl, when) }} />
          </span>
        </span>
      </Button>
      {open && <Slots slots={department.slots} book={(slotId) => void reception.book(slotId)} />}
    </>
  );
}
