/** "I have a question": where things are, by tapping, without a session; each answer is the way there. */
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { kiosk, type Hospital, type Places } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import { Picture } from "../parts/Picture";
import type { Reception } from "../useReception";
import { WayPage } from "./WayPage";

interface Props {
  reception: Reception;
  hospital: Hospital;
  onBack: () => void;
}

type Shown = { of: "all" } | { of: "departments" } | { of: "place"; index: number } | { of: "department"; id: string };

const ALL: Shown = { of: "all" };

export function Enquiry({ reception, hospital, onBack }: Props) {
  const intl = useIntl();
  const [there, setThere] = useState<Places | null>(null);
  const [shown, setShown] = useState<Shown>(ALL);
  const { language } = reception;

  useEffect(() => {
    let wanted = true;
    const found = (places: Places) => wanted && setThere(places);
    kiosk.places().then(found, () => found({ places: [], departments: [] }));
    return () => {
      wanted = false;
    };
  }, []);

  const told = <T extends { name: Record<string, string>; building: Record<string, string>; directions: Record<string, string> }>(
    place: T,
  ) => ({
    ...place,
    name: place.name[language] ?? "",
    building: place.building[language] ?? "",
    directions: place.directions[language] ?? "",
  });
  const place = shown.of === "place" ? there?.places[shown.index] : undefined;
  if (place)
    return (
      <WayPage
        reception={reception}
        hospital={hospital}
        name={place.name[language] ?? ""}
        place={told(place)}
        texts={place.texts.map((text) => text[language] ?? "")}
        onBack={() => setShown(ALL)}
      />
    );
  const department =
    shown.of === "department" ? there?.departments.find((one) => one.department_id === shown.id) : undefined;
  if (department)
    return (
      <WayPage
        reception={reception}
        hospital={hospital}
        name={department.name[language] ?? ""}
        place={told(department)}
        texts={[
          department.hours_today === ""
            ? intl.formatMessage({ id: "go.shutToday" })
            : intl.formatMessage({ id: "ask.hours" }, { hours: department.hours_today }),
        ]}
        onBack={() => setShown({ of: "departments" })}
      />
    );
  if (shown.of === "departments")
    return (
      <div className="page-one">
        <h1 className="words-xl">
          <FormattedMessage id="ask.departments" />
        </h1>
        <div className="grid grid-3">
          {there?.departments.map((one) => (
            <Button
              key={one.department_id}
              className="tile"
              onPress={() => setShown({ of: "department", id: one.department_id })}
            >
              {one.name[language]}
            </Button>
          ))}
        </div>
        <Button kind="quiet" className="wide" onPress={() => setShown(ALL)}>
          <FormattedMessage id="frame.back" />
        </Button>
      </div>
    );
  return (
    <div className="page-one">
      <h1 className="words-xl">
        <FormattedMessage id="ask.title" />
      </h1>
      <div className="grid grid-3 places">
        {there !== null && there.departments.length > 0 && (
          <Button className="tile errand" onPress={() => setShown({ of: "departments" })}>
            <Picture of={{ key: "place:department" }} />
            <span className="tile-words">
              <FormattedMessage id="ask.aDepartment" />
            </span>
          </Button>
        )}
        {there?.places.map((one, index) => (
          <Button key={index} className="tile errand" onPress={() => setShown({ of: "place", index })}>
            <Picture of={{ key: `place:${one.kind}` }} />
            <span className="tile-words">{one.name[language]}</span>
          </Button>
        ))}
      </div>
      <Button className="wide" onPress={() => void reception.start("question", language)}>
        <FormattedMessage id="ask.inWords" />
      </Button>
      <Button kind="quiet" className="wide" onPress={onBack}>
        <FormattedMessage id="frame.back" />
      </Button>
    </div>
  );
}
