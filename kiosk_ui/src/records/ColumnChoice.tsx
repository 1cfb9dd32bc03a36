/** Which columns the table shows; kept for this browser. */
import { useEffect, useRef } from "react";
import { Button } from "../controls/Button";
import { fieldName } from "../staff/records/fields";
import { useWords } from "../staff/words";
import { COLUMNS, USUAL, type Column } from "./wanted";

interface Props {
  columns: readonly Column[];
  onChoose: (columns: readonly Column[]) => void;
}

export function ColumnChoice({ columns, onChoose }: Props) {
  const { say } = useWords();
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const leave = (event: Event) => {
      const outside = !place.current?.contains(event.target as Node);
      if (place.current?.open && (outside || (event as KeyboardEvent).key === "Escape")) place.current.open = false;
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("keydown", leave);
    };
  }, []);
  const choose = (column: Column, on: boolean) =>
    onChoose(COLUMNS.filter((one) => (one === column ? on : columns.includes(one))));
  return (
    <details className="sheet-columns" ref={place}>
      <summary className="button button-quiet plain-press">{say("sheet.table.columns")}</summary>
      <fieldset>
        <legend className="visually-hidden">{say("sheet.table.columns")}</legend>
        {COLUMNS.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={columns.includes(one)}
              disabled={columns.length === 1 && columns[0] === one}
              onChange={(event) => choose(one, event.target.checked)}
            />
            {fieldName(one, say)}
          </label>
        ))}
        <Button kind="quiet" className="plain-press" onPress={() => onChoose(USUAL)}>
          {say("sheet.table.columns.usual")}
        </Button>
      </fieldset>
    </details>
  );
}
