/** May we write it down? Saying no leads to a nurse. */
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import type { Reception } from "../useReception";

export function Consent({ reception: { consent, consentAsGuest, session } }: { reception: Reception }) {
  return (
    <div className="page">
      <section className="page-words">
        <h1 className="words-xl">
          <FormattedMessage id="consent.title" />
        </h1>
        <ul className="lines">
          <li>
            <FormattedMessage id="consent.what" />
          </li>
          <li>
            <FormattedMessage id="consent.who" />
          </li>
          <li>
            <FormattedMessage id="consent.machine" />
          </li>
          <li>
            <FormattedMessage id="consent.refusal" />
          </li>
        </ul>
      </section>
      <section className="page-acts stack">
        {session?.entry !== "question" && (
          <Button kind="primary" className="wide tall" onPress={() => void consent(true)}>
            <FormattedMessage id="consent.yes" />
          </Button>
        )}
        <Button kind="primary" className="wide tall" onPress={() => void consentAsGuest()}>
          <FormattedMessage id={session?.entry === "question" ? "consent.yesQuestion" : "consent.yesGuest"} />
        </Button>
        <Button kind="quiet" className="wide tall" onPress={() => void consent(false)}>
          <FormattedMessage id="consent.no" />
        </Button>
      </section>
    </div>
  );
}
