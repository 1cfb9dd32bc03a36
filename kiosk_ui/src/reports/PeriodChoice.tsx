/** Which period: its kind, its day or days, the shift, and the one before or after. */
import { useId } from "react";
import { Button } from "../controls/Button";
import { useWords } from "../staff/words";
import type { Of, Wanted } from "./server";

interface Props {
  wanted: Wanted;
  shifts: readonly string[];
  onChoose: (wanted: Wanted) => void;
  onMove: (by: 1 | -1) => void;
}

const kinds: readonly Of[] = ["day", "week", "shift", "days"];

export function PeriodChoice({ wanted, shifts, onChoose, onMove }: Props) {
  const { say } = useWords();
  const id = useId();
  return (
    <div className="period" role="group" aria-label={say("reports.of")}>
      <div className="period-kinds">
        {kinds.map((of) => (
          <Button
            key={of}
            kind="quiet"
            className="plain-press"
            aria-pressed={wanted.of === of}
            onPress={() => onChoose({ ...wanted, of })}
          >
            {say(`reports.of.${of}`)}
          </Button>
        ))}
      </div>
      <Button kind="quiet" className="plain-press" onPress={() => onMove(-1)}>
        ‹ {say("reports.earlier")}
      </Button>
      <label htmlFor={`${id}-day`}>{say(wanted.of === "days" ? "reports.first" : "reports.day")}</label>
      <DateField id={`${id}-day`} value={wanted.day} onChange={(day) => onChoose({ ...wanted, day })} />
      {wanted.of === "days" && (
        <>
          <label htmlFor={`${id}-until`}>{say("reports.until")}</label>
          <DateField id={`${id}-until`} value={wanted.until} onChange={(until) => onChoose({ ...wanted, until })} />
        </>
      )}
      {wanted.of === "shift" && shifts.length > 0 && (
        <>
          <label htmlFor={`${id}-shift`}>{say("reports.shift")}</label>
          <select
            id={`${id}-shift`}
            className="input"
            value={wanted.shift}
            onChange={(event) => onChoose({ ...wanted, shift: event.target.value })}
          >
            {shifts.map((shift) => (
              <option key={shift}>{shift}</option>
            ))}
          </select>
        </>
      )}
      <Button kind="quiet" className="plain-press" onPress={() => onMove(1)}>
        {say("reports.later")} ›
      </Button>
    </div>
  );
}

/** A date that is half typed is not asked for. */
function DateField({ id, value, onChange }: { id: string; value: string; onChange: (day: string) => void }) {
  return (
    <input
      id={id}
      className="input"
      type="date"
      required
      value={value}
      onChange={(event) => event.target.value !== "" && onChange(event.target.value)}
    />
  );
}
