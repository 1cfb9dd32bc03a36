/** How the kiosk speaks, in the display menu: whether by itself, how fast, how loud, and reading for who does not see. */
import { ToggleButton } from "react-aria-components";
import { Choice } from "../parts/Choice";
import { InBoth, useInBoth } from "../parts/InBoth";
import { useSpeech, type Speed, type Volume } from "./useSpeech";

const SPEEDS: readonly Speed[] = ["slower", "normal", "faster"];
const VOLUMES: readonly Volume[] = ["quieter", "medium", "louder"];

export function VoiceMenu() {
  const say = useInBoth();
  const speech = useSpeech();
  if (!speech.there) return null;
  const named = <T extends Speed | Volume>(values: readonly T[]) =>
    values.map((value) => ({ value, label: <InBoth id={`voice.${value}`} /> }));
  return (
    <>
      <h3 className="sheet-title"><InBoth id="voice.title" /></h3>
      <div className="row">
        <ToggleButton className="button button-quiet choice-one" isSelected={speech.on} onChange={speech.setOn}>
          <InBoth id="voice.on" />
        </ToggleButton>
        <ToggleButton className="button button-quiet choice-one" isSelected={speech.readAloud} onChange={speech.setReadAloud}>
          <InBoth id="voice.readAloud" />
        </ToggleButton>
      </div>
      <Choice label={say("voice.speed")} value={speech.speed} choices={named(SPEEDS)} onChoose={speech.setSpeed} />
      <Choice label={say("voice.volume")} value={speech.volume} choices={named(VOLUMES)} onChoose={speech.setVolume} />
    </>
  );
}
