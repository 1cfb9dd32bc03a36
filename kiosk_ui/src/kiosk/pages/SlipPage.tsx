/** The slip: to print on paper, or to take along by scanning a code that works once. */
import { useEffect } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Department, Hospital, Language, Slip } from "../../api/kiosk";
import { useWay } from "../parts/useWay";
import { WayShown } from "../parts/Way";
import { timeOf, wallTime } from "../parts/words";
import { Whereabouts } from "./WayPage";

interface Props {
  slip: Slip;
  hospital: Hospital;
  /** Where it leads. */
  department: Department | null;
  stepFree: boolean;
  language: Language;
  printNow: boolean;
  onBack: () => void;
}

export function SlipPage({ slip, hospital, department, stepFree, language, printNow, onBack }: Props) {
  const intl = useIntl();
  const way = useWay(department && { department_id: department.department_id }, language, stepFree);
  const drawn = way !== null;
  useEffect(() => {
    if (printNow && drawn) window.print();
  }, [printNow, drawn]);
  const expires = timeOf(intl, wallTime(slip.expires));
  return (
    <div className="page way-page">
      <section className="page-words slip-paper">
        <p className="slip-hospital">{hospital.name[language]}</p>
        <div className="way-head">
          <h1 className="words-xl">{slip.department}</h1>
          <Whereabouts place={slip} />
        </div>
        <dl className="slip-lines">
          <Line name="slip.queue" text={slip.queue_number} strong />
          <Line name="slip.when" text={slip.starts === null ? null : moment(slip.starts)} />
          <Line name="slip.doctor" text={slip.physician} />
          <Line name="slip.for" text={slip.initials} />
        </dl>
        {slip.notice !== null && <p>{slip.notice}</p>}
        <WayShown way={way} place={slip} />
        <div className="slip-code">
          <img
            src={picture(slip.qr_svg)}
            alt={intl.formatMessage({ id: "slip.picture" })}
          />
          <p>
            <FormattedMessage id="slip.scan" /> <FormattedMessage id="slip.expires" values={{ time: expires }} />
          </p>
        </div>
        <p className="field-note">
          <FormattedMessage id="slip.machine" />
        </p>
      </section>
      <section className="page-acts way-acts">
        <Button kind="primary" className="wide" onPress={() => window.print()}>
          <FormattedMessage id="slip.print" />
        </Button>
        <Button kind="quiet" className="wide" onPress={onBack}>
          <FormattedMessage id="frame.back" />
        </Button>
      </section>
    </div>
  );

  function moment(iso: string): string {
    const when = wallTime(iso);
    const day = intl.formatDate(when, { weekday: "short", year: "numeric", month: "long", day: "numeric" });
    return `${day} ${timeOf(intl, when)}`;
  }
}

/** The drawing as a picture of its own, where nothing in it can act; as such it must name its language. */
function picture(svg: string): string {
  const named = svg.includes("xmlns=") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named)}`;
}

interface LineProps {
  name: "slip.queue" | "slip.when" | "slip.doctor" | "slip.for";
  text: string | null;
  strong?: boolean;
}

function Line({ name, text, strong = false }: LineProps) {
  if (text === null || text === "") return null;
  return (
    <div>
      <dt>
        <FormattedMessage id={name} />
      </dt>
      <dd className={strong ? "words-xl tabular" : "tabular"}>{text}</dd>
    </div>
  );
}
