/** Choosing a department by writing part of its name, in either language; the list stands in the page, over nothing. */
import { useState, type Ref } from "react";
import { Autocomplete, Input, Label, ListBox, ListBoxItem, TextField } from "react-aria-components";
import type { Schemas } from "../api/client";
import { useWords } from "../staff/words";

type Department = Schemas["DepartmentName"];

interface Props {
  departments: readonly Department[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  ref?: Ref<HTMLInputElement>;
}

function matches(department: Department, written: string): boolean {
  const names = [...Object.values(department.name), department.department_id].join("\n").toLowerCase();
  return names.includes(written.trim().toLowerCase());
}

export function DepartmentChoice({ departments, chosen, onChoose, ref }: Props) {
  const { say, inLanguage } = useWords();
  const [written, setWritten] = useState("");
  const standing = departments.find((one) => one.department_id === chosen);
  const choose = (id: string) => {
    const department = departments.find((one) => one.department_id === id);
    onChoose(id);
    if (department) setWritten(inLanguage(department.name));
  };
  return (
    <Autocomplete
      inputValue={written}
      onInputChange={(text) => {
        setWritten(text);
        if (standing && text !== inLanguage(standing.name)) onChoose(null);
      }}
    >
      <TextField className="field">
        <Label>{say("board.reroute.department")}</Label>
        <Input ref={ref} className="input" />
      </TextField>
      {!standing && (
        <div className="choices" role="group" aria-label={say("board.reroute.list")} tabIndex={0}>
        <ListBox<Department>
          aria-label={say("board.reroute.department")}
          items={departments.filter((one) => matches(one, written))}
          selectionMode="single"
          selectedKeys={[]}
          onSelectionChange={(keys) => {
            const [key] = keys;
            if (key !== undefined) choose(String(key));
          }}
          renderEmptyState={() => <p className="choice quiet">{say("board.reroute.none")}</p>}
        >
          {(one) => (
            <ListBoxItem id={one.department_id} textValue={inLanguage(one.name)} className="choice">
              {inLanguage(one.name)}
            </ListBoxItem>
          )}
        </ListBox>
        </div>
      )}
    </Autocomplete>
  );
}
