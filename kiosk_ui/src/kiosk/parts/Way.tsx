/** The way in three numbered pictures (walk, lift, sign), and the floors it is on, drawn from the hospital's plans. */
import { FormattedMessage, useIntl } from "react-intl";
import type { Hospital, Language } from "../../api/kiosk";
import { FloorMap } from "./FloorMap";
import { routeOf, stepsOf, type Place, type Turn } from "./route";

interface Props {
  place: Place;
  floors: Hospital["floors"];
  language: Language;
}

const ARROWS: Record<Turn, string> = {
  ahead: "M48 78V20M30 38l18-18 18 18",
  left: "M66 80V44H22M38 28 22 44l16 16",
  right: "M30 80V44h44M58 28l16 16-16 16",
};

export function Way({ place, floors, language }: Props) {
  const intl = useIntl();
  const route = routeOf(place, floors);
  const words = stepsOf(place.directions, place.floor);
  const steps = route.lift
    ? [
        { words: words[0], picture: <Arrow turn={route.turns.here} /> },
        { words: words[1], picture: <LiftPicture name={route.lift.name} floor={route.lift.floor} /> },
        { words: words[2], picture: <DoorSign room={place.room} colour={route.colour} turn={route.turns.there} /> },
      ]
    : [
        { words: words[0], picture: <Arrow turn={route.turns.here} /> },
        { words: words[1], picture: <Arrow turn="ahead" /> },
        { words: words[2], picture: <DoorSign room={place.room} colour={route.colour} /> },
      ].filter((step) => step.words !== "");
  return (
    <div className="way-whole">
      <ol className="way-steps" aria-label={intl.formatMessage({ id: "go.way" })}>
        {steps.map((step, index) => (
          <li key={index} className="way-step">
            <span className="way-number" aria-hidden="true">
              {index + 1}
            </span>
            {step.picture}
            <span>{step.words}</span>
          </li>
        ))}
      </ol>
      <div className="way-floors">
        {route.here && <FloorMap leg={route.here} from={language} goal={route.there ? null : place.room} />}
        {route.there && <FloorMap leg={route.there} from={language} goal={place.room} />}
      </div>
      {route.lift && (
        <p className="quiet">
          <FormattedMessage id="way.noStairs" />
        </p>
      )}
    </div>
  );
}

function Arrow({ turn }: { turn: Turn }) {
  return (
    <svg className="way-picture" viewBox="0 0 96 96" aria-hidden="true">
      <path className="way-stroke" d={ARROWS[turn]} />
    </svg>
  );
}

function LiftPicture({ name, floor }: { name: string; floor: number }) {
  return (
    <svg className="way-picture" viewBox="0 0 96 96" aria-hidden="true">
      <rect className="way-frame" x="8" y="6" width="80" height="84" rx="6" />
      <path className="way-frame" d="M48 42v48" />
      <text className="way-floor" x="48" y="33">
        {floor}
      </text>
      <path className="way-stroke way-thin" d="M28 74V54m-7 8 7-8 7 8M68 54v20m-7-8 7 8 7-8" />
      <text className="way-lift" x="20" y="24">
        {name}
      </text>
    </svg>
  );
}

function DoorSign({ room, colour, turn }: { room: string; colour: string; turn?: Turn }) {
  return (
    <svg className="way-picture" viewBox="0 0 96 96" aria-hidden="true" data-colour={colour}>
      {turn !== undefined && turn !== "ahead" && (
        <path className="way-stroke way-thin" d={turn === "left" ? "M34 14H14m8-8-8 8 8 8" : "M62 14h20m-8-8 8 8-8 8"} />
      )}
      <rect className="way-sign" x="6" y="28" width="84" height="38" rx="5" />
      <text className="way-room" x="48" y="55">
        {room === "" ? "✓" : room}
      </text>
      <path className="way-frame" d="M30 66v26M66 66v26" />
    </svg>
  );
}
