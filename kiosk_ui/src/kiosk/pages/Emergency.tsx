/** Danger: one sentence, one picture, that somebody was told, their name once they answer; call again, or say it is not so. */
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Session } from "../../api/kiosk";
import { Called } from "../parts/Called";
import { locales } from "../../messages/Messages";
import type { Reception } from "../useReception";
import { SayAgain } from "../voice/SayAgain";

export function Emergency({ reception, session }: { reception: Reception; session: Session }) {
  const intl = useIntl();
  const { reply, alert } = session;
  const who = alert?.acknowledged_by ?? session.joined;
  return (
    <main className="emergency">
      <div className="emergency-words">
      <h1 className="words-xl" aria-live="assertive" lang={locales[reply?.language ?? session.language]}>
        {reply?.text ?? intl.formatMessage({ id: "emergency.stay" })}
      </h1>
      <Picture label={intl.formatMessage({ id: "emergency.picture" })} />
      <div className="emergency-called">
        {who != null && (
          <p className="words-l">
            <FormattedMessage id="emergency.named" values={{ name: who }} />
          </p>
        )}
        {alert && who == null && <Called reception={reception} alert={alert} urgent />}
      </div>
      </div>
      <div className="bottom">
        <div className="bottom-controls">
          <Button kind="danger" className="call-nurse" onPress={() => void reception.callNurse()}>
            <FormattedMessage id="frame.callAgain" />
          </Button>
          <Button kind="plain" onPress={() => void reception.say(intl.formatMessage({ id: "emergency.mistaken" }))}>
            <FormattedMessage id="emergency.mistaken" />
          </Button>
          <SayAgain />
        </div>
      </div>
    </main>
  );
}

/** Someone sits; a nurse walks up to them. */
function Picture({ label }: { label: string }) {
  return (
    <svg className="emergency-picture" viewBox="0 0 240 140" role="img" aria-label={label}>
      <g fill="none" stroke="currentColor" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="62" cy="34" r="13" fill="currentColor" />
        <path d="M60 56v36h30v34M60 74l26 8M42 56v70M42 98h30" />
        <circle cx="182" cy="28" r="13" fill="currentColor" />
        <path d="M180 50v40M180 62l-26 14M180 62l18 18M180 90l-18 36M180 90l20 36" />
        <path d="M138 70h-24M122 60l-10 10l10 10" strokeWidth="5" />
      </g>
      <path d="M182 20v16M174 28h16" stroke="var(--emergency-ground)" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}
