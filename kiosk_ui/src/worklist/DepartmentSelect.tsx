/** Whose list this is, for those who are not bound to one department. */
import { useId } from "react";
import type { Schemas } from "../api/client";
import { useWords } from "../staff/words";

interface Props {
  departments: readonly Schemas["DepartmentName"][];
  chosen: string | null;
  onChoose: (id: string) => void;
}

export function DepartmentSelect({ departments, chosen, onChoose }: Props) {
  const { say, inLanguage } = useWords();
  const id = useId();
  return (
    <div className="department-select">
      <label htmlFor={id}>{say("board.department")}</label>
      <select id={id} className="input" value={chosen ?? ""} onChange={(event) => onChoose(event.target.value)}>
        {chosen === null && <option value="" />}
        {departments.map((one) => (
          <option key={one.department_id} value={one.department_id}>
            {inLanguage(one.name)}
          </option>
        ))}
      </select>
    </div>
  );
}
