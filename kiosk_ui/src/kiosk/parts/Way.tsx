/** The way in a few numbered pictures (walk, lift, sign), and the floors it is on; only words where no plan leads there. */
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Destination, Language } from "../../api/kiosk";
import { FloorMap } from "./FloorMap";
import { StepPicture } from "./StepPicture";
import { useWay, type Led } from "./useWay";

export interface WhereItIs {
  building: string;
  floor: number;
  room: string;
  /** The hospital's own words for it. */
  directions: string;
}

interface Props {
  to: Destination;
  place: WhereItIs;
  language: Language;
  /** Whether the way without steps was asked for, where the next page has to know it. */
  level?: Level;
}

export type Level = readonly [boolean, (stepFree: boolean) => void];

export function Way({ to, place, language, level }: Props) {
  const own = useState(false);
  const [stepFree, setStepFree] = level ?? own;
  const way = useWay(to, language, stepFree);
  return <WayShown way={way} place={place} stepFree={stepFree} onStepFree={setStepFree} />;
}

interface ShownProps {
  way: Led;
  place: WhereItIs;
  stepFree?: boolean;
  onStepFree?: (stepFree: boolean) => void;
}

export function WayShown({ way, place, stepFree = false, onStepFree }: ShownProps) {
  const intl = useIntl();
  if (way === null) return <div className="way-whole" aria-busy="true" />;
  if (way.steps.length === 0) return <InWords place={place} />;
  return (
    <div className="way-whole">
      <ol className="way-steps" aria-label={intl.formatMessage({ id: "go.way" })}>
        {way.steps.map((step, index) => (
          <li key={index} className="way-step" data-kind={step.kind}>
            <span className="way-number" aria-hidden="true">
              {index + 1}
            </span>
            <span className="way-pictures">
              <StepPicture step={step} />
            </span>
            <span className="way-words">{step.words}</span>
          </li>
        ))}
      </ol>
      {onStepFree && way.step_free_differs && (
        <Button className="way-level" onPress={() => onStepFree(!stepFree)}>
          <FormattedMessage id={stepFree ? "way.usual" : "way.stepFree"} />
        </Button>
      )}
      <div className="way-floors" data-count={way.drawings.length}>
        {way.drawings.map((drawing, index) => (
          <FloorMap key={index} drawing={drawing} />
        ))}
      </div>
    </div>
  );
}

/** Building, floor and room, what the hospital says of the way, and whom to ask: no picture of what nobody drew. */
function InWords({ place }: { place: WhereItIs }) {
  return (
    <div className="way-whole way-in-words">
      {place.directions !== "" && <p className="words-l">{place.directions}</p>}
      <p className="words-l">
        <FormattedMessage id="way.ask" />
      </p>
    </div>
  );
}
