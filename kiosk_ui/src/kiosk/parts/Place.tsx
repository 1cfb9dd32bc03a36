/** Where a department is, whether it is open, and how to walk there. */
import { FormattedMessage } from "react-intl";
import type { Department, Session } from "../../api/kiosk";

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
export function Hours({ department: { open_now, hours_today, notice } }: { department: Department }) {
  return (
    <p className={open_now && notice === null ? "quiet" : "notice notice-urgent"}>
      {notice ??
        (hours_today === "" ? (
          <FormattedMessage id="go.shutToday" />
        ) : (
          <FormattedMessage id={open_now ? "go.open" : "go.shut"} values={{ hours: hours_today }} />
        ))}
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
