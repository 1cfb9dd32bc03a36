/** One of a few, shown as buttons side by side; the chosen one is marked by more than colour. */
import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

interface Props<T extends string> {
  label: string;
  /** Null: none is chosen yet. */
  value: T | null;
  choices: readonly { value: T; label: ReactNode; lang?: string }[];
  onChoose: (value: T) => void;
}

export function Choice<T extends string>({ label, value, choices, onChoose }: Props<T>) {
  return (
    <ToggleButtonGroup
      className="choice"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection={value !== null}
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={([chosen]) => onChoose(chosen as T)}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice.value} id={choice.value} className="button button-quiet choice-one">
          <span lang={choice.lang}>{choice.label}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
