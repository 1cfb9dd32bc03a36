/** The microphone: tapped to talk until it is quiet, or held while one talks. */
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import type { Hearing } from "../voice/useHearing";

export function SpeakButton({ hearing }: { hearing: Hearing }) {
  return (
    <Button
      className="speak"
      kind={hearing.listening ? "primary" : "plain"}
      onPressStart={hearing.press}
      onPressEnd={hearing.release}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M12 3a3 3 0 0 1 3 3v6a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5 11a7 7 0 0 0 14 0M12 18v3"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      <FormattedMessage id={hearing.listening ? "hear.done" : "hear.speak"} />
    </Button>
  );
}
