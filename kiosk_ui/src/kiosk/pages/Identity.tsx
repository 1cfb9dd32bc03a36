/** Who is it? A number with a birth date or a name, or simply go on as a guest. */
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import { IdentityForm } from "../parts/IdentityForm";
import type { Session } from "../../api/kiosk";
import { GUEST } from "../conversation";
import type { Reception } from "../useReception";

const TRIES = 3;

export function Identity({ reception, session }: { reception: Reception; session: Session }) {
  const left = session.identity_tries_left;
  return (
    <div className="page-one">
      <h1 className="words-xl">
        <FormattedMessage id="identity.title" />
      </h1>
      <p>
        <FormattedMessage id="identity.why" />
      </p>
      <div role="status">
        {left < TRIES && (
          <p className="notice notice-urgent">
            <FormattedMessage id="identity.noMatch" values={{ left }} />
          </p>
        )}
      </div>
      {left > 0 ? (
        <IdentityForm onSend={(claim) => void reception.identify(claim)} />
      ) : (
        <p>
          <FormattedMessage id="identity.noneLeft" />
        </p>
      )}
      <Button kind={left > 0 ? "plain" : "primary"} className="wide" onPress={() => void reception.identify(GUEST)}>
        <FormattedMessage id="identity.guest" />
      </Button>
    </div>
  );
}
