/** Beside the nurse's words: hear them again; a calm wave while the kiosk speaks. */
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import { useSpeech } from "./useSpeech";
import { Wave } from "./Wave";

export function SayAgain() {
  const speech = useSpeech();
  if (!speech.there) return null;
  return (
    <Button kind="quiet" className="say-again" onPress={speech.speaking ? speech.stop : speech.sayAgain}>
      <Wave moving={speech.speaking} />
      <span className="say-again-words">
        <FormattedMessage id={speech.speaking ? "voice.stop" : "voice.again"} />
      </span>
    </Button>
  );
}
