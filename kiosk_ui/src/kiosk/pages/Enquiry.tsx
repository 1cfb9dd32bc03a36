/** "I have a question": where things are, by tapping, without a session; each answer is the way there. */
import { useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import { kiosk, type Hospital, type Places } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import { Opening } from "../parts/Place";
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
  const number = shown.of === "place" ? shown.index : -1;
  const place = there?.places[number];
  if (place) {
    const texts = place.texts.map((text) => text[language] ?? "");
    const shut = place.open_now === false;
    return (
      <WayPage
        reception={reception}
        hospital={hospital}
        name={place.name[language] ?? ""}
        to={{ place: number }}
        place={told(place)}
        standing={
          <>
            <Opening open={place.open_now} hours={place.hours_today} opens={place.opens} />
            {/* Where it is shut, what to do instead comes before the way. */}
            {shut && texts.map((text) => <p key={text}>{text}</p>)}
          </>
        }
        texts={shut ? [] : texts}
        onBack={() => setShown(ALL)}
      />
    );
  }
  const department =
    shown.of === "department" ? there?.departments.find((one) => one.department_id === shown.id) : undefined;
  if (department)
    return (
      <WayPage
        reception={reception}
        hospital={hospital}
        name={department.name[language] ?? ""}
        to={{ department_id: department.department_id }}
        place={told(department)}
        standing={<Opening open={department.open_now} hours={department.hours_today} opens={department.opens} />}
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
              <span className="tile-words">
                {one.name[language]}
                {one.open_now === false && <Shut />}
              </span>
            </Button>
          ))}
        </div>
        <Button kind="quiet" className="wide stays" onPress={() => setShown(ALL)}>
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
        {kindsOf(there?.places ?? []).map(([one, index]) => (
          <Button key={index} className="tile errand" onPress={() => setShown({ of: "place", index })}>
            <Picture of={{ key: `place:${one.kind}` }} />
            <span className="tile-words">
              {one.name[language]}
              {one.open_now === false && <Shut />}
            </span>
          </Button>
        ))}
      </div>
      <Button className="wide" onPress={() => void reception.start("question", language)}>
        <FormattedMessage id="ask.inWords" />
      </Button>
      <Button kind="quiet" className="wide stays" onPress={onBack}>
        <FormattedMessage id="frame.back" />
      </Button>
    </div>
  );
}

/** One place of each kind with its number: the first, or another one that is open while that is shut. */
function kindsOf(places: Places["places"]): [Places["places"][number], number][] {
  const numbered = places.map((place, index): [typeof place, number] => [place, index]);
  return numbered
    .filter(([one, index]) => places.findIndex(({ kind }) => kind === one.kind) === index)
    .map((first) => {
      const [{ kind, open_now }] = first;
      const open = numbered.find(([one]) => one.kind === kind && one.open_now === true);
      return open_now === false ? (open ?? first) : first;
    });
}

function Shut() {
  return (
    <span className="tile-quote quiet">
      <FormattedMessage id="ask.shut" />
    </span>
  );
}
