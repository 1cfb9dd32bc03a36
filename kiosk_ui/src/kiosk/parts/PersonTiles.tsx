/** Who is ill, their sex and their age, a fact a tile: a tap in each row, and the page goes on by itself. Nothing moves. */
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Question } from "../../api/kiosk";
import { Button } from "../../controls/Button";
import type { Reception } from "../useReception";

const WHO = ["self", "child", "other"] as const;
const SEXES = ["male", "female"] as const;
const AGES = ["newborn", "infant", "toddler", "small", "school", "youth", "middle", "sixties", "old"] as const;
/** Of whom which ages are not: nobody speaks for themselves so young, no child is so old. */
const NOT_OF: Record<Relation, readonly Age[]> = {
  self: ["newborn", "infant", "toddler", "small"],
  child: ["middle", "sixties", "old"],
  other: [],
};

type Relation = (typeof WHO)[number];
type Sex = (typeof SEXES)[number];
type Age = (typeof AGES)[number];

interface Props {
  question: Question;
  reception: Reception;
}

export function PersonTiles({ question, reception }: Props) {
  const intl = useIntl();
  const [relation, setRelation] = useState<Relation | null>(null);
  const [sex, setSex] = useState<Sex | null>(null);
  const [age, setAge] = useState<Age | null>(null);
  const find = (key: string) => question.options.find((option) => option.key === key);
  const sexes = SEXES.filter((one) => question.options.some(({ key }) => key.endsWith(`_${one}`)));
  const relations = WHO.filter((one) => question.options.some(({ key }) => key === one || key.startsWith(`${one}_`)));
  const ages = AGES.filter((one) => question.ages.length === 0 || question.ages.includes(one));
  const only = sexes.length === 1 ? sexes[0] : null;

  const told = (who: Relation | null, which: Sex | null, how: Age | null) => {
    const tile = who === null ? undefined : (find(who) ?? find(`${who}_${which ?? only ?? ""}`));
    if (tile && how !== null) void reception.tellPerson(tile, how);
    return tile;
  };
  const tapped = {
    relation: (one: Relation) => {
      const still = age !== null && fits(one, age) ? age : null;
      setRelation(one);
      setAge(still);
      told(one, sex, still);
    },
    sex: (one: Sex) => {
      setSex(one);
      told(relation, one, age);
    },
    age: (one: Age) => {
      setAge(one);
      told(relation, sex, one);
    },
  };
  const ready = told(relation, sex, null);
  const child = relation === "child";
  return (
    <div className="answers person">
      <Row label={intl.formatMessage({ id: "person.who" })} across={3}>
        {relations.map((one) => (
          <Fact key={one} words={`person.${one}`} chosen={relation === one} onTap={() => tapped.relation(one)} />
        ))}
      </Row>
      {sexes.length > 1 && (
        <Row label={intl.formatMessage({ id: "person.sex" })} across={2}>
          {sexes.map((one) => (
            <Fact
              key={one}
              words={child ? `person.child.${one}` : `person.${one}`}
              chosen={sex === one}
              onTap={() => tapped.sex(one)}
            />
          ))}
        </Row>
      )}
      <Row label={intl.formatMessage({ id: "person.age" })} across={3}>
        {ages.map((one) => (
          <Fact
            key={one}
            words={`person.${one}`}
            chosen={age === one}
            away={!fits(relation, one)}
            onTap={() => tapped.age(one)}
          />
        ))}
      </Row>
      <Button
        kind="primary"
        className="wide go-on"
        isDisabled={ready === undefined}
        onPress={() => ready && void reception.choose(ready)}
      >
        <FormattedMessage id="talk.goOn" values={{ count: 0 }} />
      </Button>
      <div className="ways-out">
        {question.ways_out.map((way) => (
          <Button key={way.key} kind="quiet" onPress={() => void reception.choose(way)}>
            {way.label}
          </Button>
        ))}
      </div>
    </div>
  );
}

const fits = (who: Relation | null, age: Age) => who === null || !NOT_OF[who].includes(age);

function Row({ label, across, children }: { label: string; across: 2 | 3; children: React.ReactNode }) {
  return (
    <fieldset className="person-row">
      <legend>{label}</legend>
      <div className={across === 3 ? "grid grid-3" : "grid"}>{children}</div>
    </fieldset>
  );
}

type Words = `person.${Relation | Sex | Age}` | `person.child.${Sex}`;

interface FactProps {
  words: Words;
  chosen: boolean;
  /** It keeps its place, and cannot be so of who was tapped. */
  away?: boolean;
  onTap: () => void;
}

function Fact({ words, chosen, away = false, onTap }: FactProps) {
  return (
    <Button className="tile" aria-pressed={chosen} isDisabled={away} onPress={onTap}>
      <FormattedMessage id={words} />
    </Button>
  );
}
