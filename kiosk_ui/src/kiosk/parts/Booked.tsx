/** The booked time: which day and hour, with whom, and the number in the queue. */
import { FormattedMessage, useIntl } from "react-intl";
import type { Session } from "../../api/kiosk";
import { dayOf, timeOf, wallTime } from "./words";

export function Booked({ booking }: { booking: NonNullable<Session["booking"]> }) {
  const intl = useIntl();
  const when = wallTime(booking.starts);
  return (
    <div className="notice notice-done booked">
      <h2>
        <FormattedMessage id="go.booked" />
      </h2>
      <p>
        <FormattedMessage
          id="go.bookedFor"
          values={{ day: dayOf(intl, when, new Date()), time: timeOf(intl, when), physician: booking.physician }}
        />
      </p>
      {booking.queue_number !== "" && (
        <p>
          <FormattedMessage id="go.queue" /> <strong className="words-xl tabular">{booking.queue_number}</strong>
        </p>
      )}
    </div>
  );
}
