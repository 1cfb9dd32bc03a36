/** Someone is coming: a bare screen that tells a passer-by nothing. */
import { FormattedMessage } from "react-intl";

export function Private() {
  return (
    <main className="private">
      <h1 className="words-xl">
        <FormattedMessage id="private.stay" />
      </h1>
    </main>
  );
}
