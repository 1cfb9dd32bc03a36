/** The nurse's words, large, and read out as they change; where they come from, small beneath. */
import { FormattedMessage, useIntl } from "react-intl";
import type { Session } from "../../api/kiosk";
import { locales } from "../../messages/Messages";
import { SayAgain } from "../voice/SayAgain";
import { width } from "./words";

// Latin letters that fill two and three lines of the largest type on a portrait glass.
const SHORT = 44;
const MIDDLE = 88;

function sizeOf(text: string): string {
  const length = width(text);
  return length <= SHORT ? "words-xl" : length <= MIDDLE ? "words-m" : "words-l";
}

/** Of a line that names the department what it says beside that: the department has its own place on the screen. */
function shownOf(reply: Session["reply"]): Session["reply"] {
  return reply?.beside == null ? reply : { ...reply, text: reply.beside };
}

interface Props {
  reply: Session["reply"];
  /** What is being said at this moment, in the place of the reply before. */
  words?: string | null;
  /** The question on the screen: put again where the reply, an answer to the patient's own, does not end with it. */
  question?: string;
  /** They are the page's heading. */
  heading?: boolean;
  /** The button to hear them again stands elsewhere on the page. */
  silent?: boolean;
}

export function NurseWords({ reply: last, words = null, question, heading = false, silent = false }: Props) {
  const intl = useIntl();
  const reply = last !== null && words !== null ? { ...last, by: null, text: words, sources: [] } : shownOf(last);
  const apart = question !== undefined && words === null && reply?.text.includes(question) !== true;
  if (reply?.text === "" && !apart) return null;
  return (
    <div className="nurse-words" aria-live="polite" aria-atomic="true" aria-busy={words !== null}>
      <div {...(heading ? { role: "heading", "aria-level": 1 } : {})}>
        {reply?.by != null && <p className="by">{reply.by}</p>}
        {reply && reply.text !== "" && (
          <p className={apart ? "words-l" : sizeOf(reply.text)} lang={locales[reply.language]}>
            {reply.text}
          </p>
        )}
        {reply && reply.sources.length > 0 && (
          <p className="sources">
            <FormattedMessage id="talk.sources" />
            {intl.formatList(reply.sources, { type: "conjunction" })}
          </p>
        )}
        {apart && <p className={sizeOf(question)}>{question}</p>}
      </div>
      {reply && !silent && <SayAgain />}
    </div>
  );
}
