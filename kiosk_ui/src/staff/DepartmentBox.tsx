/** Choosing a department by writing part of its name, in either language. */
import { useState, type Ref } from "react";
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";
import type { Schemas } from "../api/client";
import { useWords } from "./words";

type Department = Schemas["DepartmentName"];

interface Props {
  label: string;
  departments: readonly Department[];
  chosen: string | null;
  onChoose: (id: string) => void;
  placement?: "top start" | "bottom start";
  ref?: Ref<HTMLInputElement>;
}

function matches(department: Department, written: string): boolean {
  const names = [...Object.values(department.name), department.department_id].join("\n").toLowerCase();
  return names.includes(written.trim().toLowerCase());
}

export function DepartmentBox({ label, departments, chosen, onChoose, placement = "bottom start", ref }: Props) {
  const { say, inLanguage } = useWords();
  const standing = departments.find((one) => one.department_id === chosen);
  const [written, setWritten] = useState<string | null>(null);
  const found = written === null ? departments : departments.filter((one) => matches(one, written));
  return (
    <ComboBox
      className="field department-box"
      items={found}
      value={chosen}
      inputValue={written ?? (standing ? inLanguage(standing.name) : "")}
      onInputChange={setWritten}
      onChange={(key) => {
        setWritten(null);
        if (key !== null) onChoose(String(key));
      }}
      onOpenChange={(open) => !open && setWritten((text) => (text?.trim() ? text : null))}
      onBlur={() => setWritten(null)}
      menuTrigger="input"
      allowsEmptyCollection
    >
      <Label>{label}</Label>
      <Input ref={ref} className="input" onFocus={(event) => event.currentTarget.select()} />
      <Popover className="choices" placement={placement}>
        <ListBox<Department>
          className="choices-list"
          renderEmptyState={() => <p className="choice quiet">{say("staff.department.none")}</p>}
        >
          {(one) => (
            <ListBoxItem id={one.department_id} textValue={inLanguage(one.name)} className="choice">
              {inLanguage(one.name)}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
