/** What is open beside the table: one record with its history, and the patient whose it is. */
import { useEffect, useRef, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Schemas } from "../api/client";
import { named } from "../api/named";
import { Button } from "../controls/Button";
import { Failure } from "../staff/Failure";
import { fieldName } from "../staff/records/fields";
import { useWords } from "../staff/words";
import { HistoryList } from "./HistoryList";
import { PatientPart } from "./PatientPart";
import { readStory, type Story } from "./server";
import { useValue } from "./value";

/** `number`: of a record; null where only a patient is open. */
export interface Open {
  number: number | null;
  patient: string;
}

interface Props {
  open: Open;
  me: Schemas["Me"];
  /** Grows when something was changed anywhere on the page. */
  changes: number;
  onChanged: () => void;
  /** Shows a patient's records in the table. */
  onShowAll: (patient: string) => void;
  onClose: () => void;
}

export function Pane({ open, me, changes, onChanged, onShowAll, onClose }: Props) {
  const { say } = useWords();
  const [part, setPart] = useState<"record" | "patient">(open.number === null ? "patient" : "record");
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where it opens under the table instead of beside it.
    if (window.matchMedia("(max-width: 1100px)").matches) place.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <aside
      ref={place}
      className="sheet-pane"
      aria-label={open.number === null ? say("sheet.pane.patient", { number: open.patient }) : say("sheet.pane.record", { number: open.number })}
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && onClose()}
    >
      <Button kind="quiet" className="plain-press sheet-close" onPress={onClose}>
        {say("sheet.pane.close")}
      </Button>
      <Tabs className="sheet-tabs" selectedKey={part} onSelectionChange={(key) => setPart(key as "record" | "patient")}>
        <TabList className="sheet-tablist" aria-label={say("start.records")}>
          {open.number !== null && <Tab id="record">{say("sheet.pane.record", { number: open.number })}</Tab>}
          <Tab id="patient">{say("sheet.pane.patient", { number: open.patient.toUpperCase() })}</Tab>
        </TabList>
        {open.number !== null && (
          <TabPanel id="record" className="sheet-panel">
            <RecordPart number={open.number} me={me} changes={changes} onChanged={onChanged} />
          </TabPanel>
        )}
        <TabPanel id="patient" className="sheet-panel">
          <PatientPart
            patient_id={open.patient}
            me={me}
            changes={changes}
            onChanged={onChanged}
            onShowAll={onShowAll}
          />
        </TabPanel>
      </Tabs>
    </aside>
  );
}

interface RecordProps {
  number: number;
  me: Schemas["Me"];
  changes: number;
  onChanged: () => void;
}

function RecordPart({ number, me, changes, onChanged }: RecordProps) {
  const { say, row } = useWords();
  const inLanguage = useValue();
  const [story, setStory] = useState<Story | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let wanted = true;
    readStory(number).then(
      (told) => {
        if (!wanted) return;
        setStory(told);
        setFailure(null);
      },
      (error: unknown) => wanted && setFailure(error),
    );
    return () => {
      wanted = false;
    };
  }, [number, changes]);
  if (failure !== null) return <Failure of={failure} />;
  if (story === null) return <p className="quiet">{say("sheet.table.loading")}</p>;
  const { fields } = story.record;
  const value = (name: Schemas["Column"]) => inLanguage(named<string>(fields, name) ?? "", name);
  const shown = story.columns.filter((name) => name !== "outpatient_number");
  const empty = shown.filter((name) => value(name) === "");
  return (
    <>
      <dl className="sheet-facts">
        {shown
          .filter((name) => value(name) !== "")
          .map((name) => (
            <div key={name}>
              <dt>{fieldName(name, say)}</dt>
              <dd>{value(name)}</dd>
            </div>
          ))}
      </dl>
      {empty.length > 0 && (
        <p className="quiet sheet-empty">
          {say("sheet.pane.empty_fields", { fields: row(empty.map((name) => fieldName(name, say))) })}
        </p>
      )}
      <HistoryList happened={story.happened} me={me} onChanged={onChanged} />
    </>
  );
}
