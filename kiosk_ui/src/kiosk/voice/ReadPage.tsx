/** In the same place on every screen: hear all that stands on it. */
import { useContext } from "react";
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import { ChosenContext } from "../parts/InBoth";
import { useSpeech } from "./useSpeech";

export function ReadPage() {
  const intl = useIntl();
  const chosen = useContext(ChosenContext);
  const speech = useSpeech();
  if (!speech.there) return null;
  const label = intl.formatMessage({ id: `voice.${speech.speaking ? "stop" : "read"}${chosen ? "" : "Both"}` });
  return (
    <Button kind="quiet" aria-label={label} onPress={speech.speaking ? speech.stop : speech.readPage}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 9v6h4l5 4V5L8 9z" fill="currentColor" />
        {speech.speaking ? (
          <path d="M17 9l4 6M21 9l-4 6" stroke="currentColor" strokeWidth="2" strokeLinecap="round" fill="none" />
        ) : (
          <path d="M16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" fill="none" />
        )}
      </svg>
    </Button>
  );
}
