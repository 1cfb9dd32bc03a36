/** The way there, large, with a print of it and the same on one's own telephone. */
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Destination, Hospital } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import { Way, type Level, type WhereItIs } from "../parts/Way";
import type { Reception } from "../useReception";

interface Props {
  reception: Reception;
  hospital: Hospital;
  name: string;
  to: Destination;
  place: WhereItIs;
  /** Whether it is open, before anybody sets out. */
  standing?: ReactNode;
  /** What the hospital says of the place. */
  texts?: readonly string[];
  /** By the slip of a session, which a telephone can take along; without one this page itself is printed. */
  level?: Level;
  onPrint?: () => void;
  onCarry?: () => void;
  onBack: () => void;
}

export function WayPage({ reception, hospital, name, to, place, standing, texts = [], level, onPrint, onCarry, onBack }: Props) {
  return (
    <div className="page way-page">
      <section className="page-words slip-paper">
        <p className="slip-hospital print-only">{hospital.name[reception.language]}</p>
        <div className="way-head">
          <h1 className="words-xl">
            <FormattedMessage id="way.title" values={{ name }} />
          </h1>
          <Whereabouts place={place} />
        </div>
        {standing}
        <Way to={to} place={place} language={reception.language} level={level} />
        {texts.map((text) => (
          <p key={text} className="directions">
            {text}
          </p>
        ))}
      </section>
      <section className="page-acts way-acts">
        <Button kind="primary" className="wide" onPress={onPrint ?? (() => window.print())}>
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

/** Floor and room in the largest type there is. */
export function Whereabouts({ place: { building, floor, room } }: { place: Omit<WhereItIs, "directions"> }) {
  return (
    <p className="way-where">
      <span className="go-room">
        <FormattedMessage id={room === "" ? "way.floor" : "go.roomLarge"} values={{ floor, room }} />
      </span>{" "}
      <span className="way-building">{building}</span>
    </p>
  );
}
