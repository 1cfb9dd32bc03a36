/** Where a department is, whether it is open, and how to walk there. */
import { FormattedMessage, useIntl } from "react-intl";
import type { Department, Session } from "../../api/kiosk";
import { dayIn, timeOf, wallTime } from "./words";

type Recommendation = NonNullable<Session["recommendation"]>;

export function Place({ department }: { department: Department }) {
  const { building, floor, room } = department;
  return (
    <>
      <p className="place">
        <FormattedMessage id="go.place" values={{ building, floor, room }} />
      </p>
      <Hours department={department} />
    </>
  );
}

/** Whether it is open, or when to come instead. */
export function Hours({ department: { open_now, hours_today, notice, opens } }: { department: Department }) {
  if (opens !== null) return <Opening open={open_now} hours={hours_today} opens={opens} />;
  if (notice !== null) return <p className="notice notice-urgent">{notice}</p>;
  return <Opening open={open_now} hours={hours_today} opens={null} />;
}

interface OpeningProps {
  /** For who sets out now; null: it has no hours. */
  open: boolean | null;
  hours: string;
  opens: string | null;
}

/** In a line whether a place is open, and when it opens where it is not. */
export function Opening({ open, hours, opens }: OpeningProps) {
  const intl = useIntl();
  if (open === null) return null;
  if (open)
    return (
      <p className="quiet">
        <FormattedMessage id="go.open" values={{ hours }} />
      </p>
    );
  const when = opens === null ? null : wallTime(opens);
  return (
    <p className="notice notice-urgent">
      {when === null ? (
        <FormattedMessage id={hours === "" ? "go.shutToday" : "go.shut"} values={{ hours }} />
      ) : (
        <FormattedMessage id="go.opens" values={{ day: dayIn(intl, when, new Date()), time: timeOf(intl, when) }} />
      )}
    </p>
  );
}

type Reasons = Recommendation["because"];

/** The patient's words in quotation marks, apart from what they tapped. */
export function Because({ reasons }: { reasons: Reasons }) {
  const said = reasons.filter(({ tapped }) => !tapped);
  const tapped = reasons.filter((reason) => reason.tapped);
  return (
    <>
      {said.length > 0 && (
        <p className="because">
          <FormattedMessage id="go.because" />
          {said.map(({ words }) => (
            <span key={words} className="quote">
              <FormattedMessage id="go.quote" values={{ words }} />
            </span>
          ))}
        </p>
      )}
      {tapped.length > 0 && (
        <p className="because">
          <FormattedMessage id="go.because_tapped" />
          {tapped.map(({ words }) => (
            <span key={words} className="quote">
              {words}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
