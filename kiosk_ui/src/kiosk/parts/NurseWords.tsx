/** The nurse's words, large, and read out as they change; where they come from, small beneath. */
import { FormattedMessage, useIntl } from "react-intl";
import type { Session } from "../../api/kiosk";
import { locales } from "../../messages/Messages";
import { width } from "./words";

const SHORT = 44; // Latin letters that fill about two lines of the largest type

export function NurseWords({ reply }: { reply: Session["reply"] }) {
  const intl = useIntl();
  const size = reply && width(reply.text) <= SHORT ? "words-xl" : "words-l";
  return (
    <div className="nurse-words" aria-live="polite" aria-atomic="true">
      {reply?.by != null && <p className="by">{reply.by}</p>}
      {reply && (
        <p className={size} lang={locales[reply.language]}>
          {reply.text}
        </p>
      )}
      {reply && reply.sources.length > 0 && (
        <p className="sources">
          <FormattedMessage id="talk.sources" />
          {intl.formatList(reply.sources, { type: "unit", style: "short" })}
        </p>
      )}
    </div>
  );
}
