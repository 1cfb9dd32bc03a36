/** Nobody answers this screen, and somebody may be in danger: what the hospital says to do. */
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Reception } from "../useReception";
import { whatToDo } from "../parts/words";

export function GetHelp({ reception }: { reception: Reception }) {
  const intl = useIntl();
  const { hospital, language } = reception;
  return (
    <main className="emergency">
      <div className="emergency-words" role="alert">
        <h1 className="words-xl">
          <FormattedMessage id="help.title" />
        </h1>
        <p className="words-l">{whatToDo(hospital, language, intl)}</p>
        <p>
          <FormattedMessage id="help.trying" />
        </p>
      </div>
      <div className="bottom">
        <div className="bottom-controls">
          <Button kind="plain" onPress={reception.notAlone}>
            <FormattedMessage id="help.back" />
          </Button>
        </div>
      </div>
    </main>
  );
}
