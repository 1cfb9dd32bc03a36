/** The way there, large, with a print of it and the same on one's own telephone. */
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Hospital } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import type { Place } from "../parts/route";
import { Way } from "../parts/Way";
import type { Reception } from "../useReception";

interface Props {
  reception: Reception;
  hospital: Hospital;
  name: string;
  place: Place;
  /** Whether it is open, before anybody sets out. */
  standing?: ReactNode;
  /** What the hospital says of the place. */
  texts?: readonly string[];
  /** By the slip of a session, which a telephone can take along; without one this page itself is printed. */
  onPrint?: () => void;
  onCarry?: () => void;
  onBack: () => void;
}

export function WayPage({ reception, hospital, name, place, standing, texts = [], onPrint, onCarry, onBack }: Props) {
  return (
    <div className="page way-page">
      <section className="page-words slip-paper">
        <p className="slip-hospital print-only">{hospital.name[reception.language]}</p>
        <h1 className="words-xl">
          <FormattedMessage id="way.title" values={{ name }} />
        </h1>
        {place.room !== "" && (
          <p className="place">
            <FormattedMessage id="go.place" values={{ ...place }} />
          </p>
        )}
        {standing}
        <Way place={place} floors={hospital.floors} language={reception.language} />
        {texts.map((text) => (
          <p key={text} className="directions">
            {text}
          </p>
        ))}
      </section>
      <section className="page-acts stack">
        <Button kind="primary" className="wide tall" onPress={onPrint ?? (() => window.print())}>
          <FormattedMessage id="go.print" />
        </Button>
        {onCarry && (
          <Button className="wide" onPress={onCarry}>
            <FormattedMessage id="go.carry" />
          </Button>
        )}
        <Button kind="quiet" className="wide" onPress={onBack}>
          <FormattedMessage id="frame.back" />
        </Button>
      </section>
    </div>
  );
}

