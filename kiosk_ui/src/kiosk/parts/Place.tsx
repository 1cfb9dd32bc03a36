/** Where a department is, whether it is open, and how to walk there. */
import { FormattedMessage } from "react-intl";
import type { Department } from "../../api/kiosk";

export function Place({ department }: { department: Department }) {
  const { building, floor, room, open_now, hours_today, notice } = department;
  return (
    <>
      <p className="place">
        <FormattedMessage id="go.place" values={{ building, floor, room }} />
      </p>
      <p className="quiet">
        {notice ??
          (hours_today === "" ? (
            <FormattedMessage id="go.shutToday" />
          ) : (
            <FormattedMessage id={open_now ? "go.open" : "go.shut"} values={{ hours: hours_today }} />
          ))}
      </p>
    </>
  );
}

export function Because({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <p className="because">
      <FormattedMessage id="go.because" />
      {reasons.map((words) => (
        <span key={words} className="quote">
          <FormattedMessage id="go.quote" values={{ words }} />
        </span>
      ))}
    </p>
  );
}
