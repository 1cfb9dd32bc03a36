/** The filters and the search above the cards. */
import type { Ref } from "react";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useWords } from "../staff/words";
import type { Card } from "./alerts";
import { everything, hands, levels, type Filter } from "./filter";
import { kioskWords } from "./person";

interface Props {
  cards: readonly Card[];
  filter: Filter;
  /** Cards that the filter hides. */
  hidden: number;
  onFilter: (filter: Filter) => void;
  ref?: Ref<HTMLInputElement>;
}

export function FilterBar({ cards, filter, hidden, onFilter, ref }: Props) {
  const { say } = useWords();
  const kiosks = [...new Set([...cards.map((card) => card.kiosk), ...(filter.kiosk === "all" ? [] : [filter.kiosk])])].sort(
    (one, two) => one.localeCompare(two, undefined, { numeric: true }),
  );
  const change = (part: Partial<Filter>) => onFilter({ ...filter, ...part });
  return (
    <section className="filters" role="search" aria-label={say("board.filter")}>
      <Field
        ref={ref}
        type="search"
        className="filter-words"
        label={say("board.filter.search")}
        value={filter.words}
        onChange={(words) => change({ words })}
        aria-keyshortcuts="F"
      />
      <Choice
        label={say("board.filter.level")}
        value={filter.level}
        options={levels.map((one) => [one, say(`board.filter.level.${one}`)])}
        onChoose={(level) => change({ level: levels.find((one) => one === level) ?? "all" })}
      />
      <Choice
        label={say("board.filter.hands")}
        value={filter.hands}
        options={hands.map((one) => [one, say(`board.filter.hands.${one}`)])}
        onChoose={(wanted) => change({ hands: hands.find((one) => one === wanted) ?? "all" })}
      />
      <Choice
        label={say("board.filter.language")}
        value={filter.language}
        options={[
          ["all", say("board.filter.language.all")],
          ["zh", say("board.language.zh")],
          ["en", say("board.language.en")],
        ]}
        onChoose={(language) => change({ language })}
      />
      <Choice
        label={say("board.filter.kiosk")}
        value={filter.kiosk}
        options={[["all", say("board.filter.kiosk.all")], ...kiosks.map((one): Named => [one, kioskWords(one, say)])]}
        onChoose={(kiosk) => change({ kiosk })}
      />
      {hidden > 0 && (
        <p className="filter-hidden" role="status">
          {say("board.filter.hidden", { count: hidden })}{" "}
          <Button kind="quiet" className="plain-press" onPress={() => onFilter(everything)}>
            {say("board.filter.clear")}
          </Button>
        </p>
      )}
    </section>
  );
}

type Named = readonly [value: string, name: string];

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly Named[];
  onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      className={value === "all" ? "filter-choice" : "filter-choice filter-set"}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}
