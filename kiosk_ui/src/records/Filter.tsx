/** What is looked for, of which department and when; what is chosen counts at once, words when they are sent. */
import { useState, type SyntheticEvent } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { fieldName } from "../staff/records/fields";
import { useWords } from "../staff/words";
import { COLUMNS, everything, type Column, type Wanted } from "./wanted";

interface Props {
  wanted: Wanted;
  /** None: the reader sees one department alone. */
  departments: readonly Schemas["DepartmentName"][];
  onWant: (wanted: Wanted) => void;
}

// A date and an age are no words; the department has a choice of its own.
const SEARCHED = COLUMNS.filter((one) => !["visit_date", "age", "department"].includes(one));

export function Filter({ wanted, departments, onWant }: Props) {
  const { say, inLanguage } = useWords();
  const [words, setWords] = useState(wanted.q);
  const want = (part: Partial<Wanted>) => onWant({ ...wanted, ...part, page: 1 });
  const isSet = wanted.q + wanted.department_id + wanted.since + wanted.until !== "";
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    want({ q: words.trim() });
  };
  return (
    <form className="sheet-filter" role="search" aria-label={say("sheet.table.filter")} onSubmit={send}>
      <Field
        className="sheet-words"
        label={say("sheet.table.search")}
        value={words}
        onChange={setWords}
        placeholder={say("sheet.table.search.example")}
        maxLength={200}
        autoComplete="off"
        spellCheck="false"
      />
      <label className="field">
        <span>{say("sheet.table.in")}</span>
        <select
          className="input"
          value={wanted.field}
          onChange={(event) => want({ field: event.target.value as Column | "", q: words.trim() })}
        >
          <option value="">{say("sheet.table.in.any")}</option>
          {SEARCHED.map((one) => (
            <option key={one} value={one}>
              {fieldName(one, say)}
            </option>
          ))}
        </select>
      </label>
      {departments.length > 0 && (
        <label className="field">
          <span>{say("sheet.table.department")}</span>
          <select
            className="input"
            value={wanted.department_id}
            onChange={(event) => want({ department_id: event.target.value })}
          >
            <option value="">{say("sheet.table.department.all")}</option>
            {departments.map((one) => (
              <option key={one.department_id} value={one.department_id}>
                {inLanguage(one.name)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Field label={say("sheet.table.since")} type="date" value={wanted.since} onChange={(since) => want({ since })} />
      <Field label={say("sheet.table.until")} type="date" value={wanted.until} onChange={(until) => want({ until })} />
      <Button type="submit" kind="primary">
        {say("sheet.table.search")}
      </Button>
      {isSet && (
        <Button
          kind="quiet"
          onPress={() => {
            setWords("");
            onWant({ ...everything, sort: wanted.sort, descending: wanted.descending, size: wanted.size });
          }}
        >
          {say("sheet.table.clear")}
        </Button>
      )}
    </form>
  );
}
