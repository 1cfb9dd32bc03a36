/** A person has the conversation now, or is on the way. */
import { FormattedMessage, useIntl } from "react-intl";
import type { Session } from "../../api/kiosk";
import { SayBox } from "../parts/SayBox";
import type { Line } from "../reception";
import type { Reception } from "../useReception";
import { NurseCalled } from "./NurseCalled";

export function WithNurse({ reception, session }: { reception: Reception; session: Session }) {
  const intl = useIntl();
  const { joined } = session;
  if (joined === null) return <NurseCalled reception={reception} session={session} />;
  return (
    <div className="page">
      <section className="page-words">
        <h1 className="words-l" aria-live="polite">
          <FormattedMessage id="nurse.joined" values={{ name: joined }} />
        </h1>
        <ol className="chat" aria-live="polite" aria-label={intl.formatMessage({ id: "nurse.lines" })}>
          {reception.lines.map((line) => (
            <ChatLine key={line.key} line={line} />
          ))}
          {reception.said !== null && <ChatLine line={{ key: -1, by: null, mine: true, text: reception.said }} />}
        </ol>
      </section>
      <section className="page-acts">
        <SayBox language={reception.language} say={reception.say} label={intl.formatMessage({ id: "nurse.write" })} />
      </section>
    </div>
  );
}

function ChatLine({ line }: { line: Line }) {
  return (
    <li className={line.mine ? "chat-line chat-mine" : "chat-line"}>
      <span className="by">
        {line.mine ? <FormattedMessage id="talk.you" /> : (line.by ?? <FormattedMessage id="nurse.machine" />)}
      </span>
      <p className={line.mine ? undefined : "words-l"}>{line.text}</p>
    </li>
  );
}
