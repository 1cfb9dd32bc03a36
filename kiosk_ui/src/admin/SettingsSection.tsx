/** The settings with their sources. */
import { useState } from "react";
import { Choice } from "./Choice";
import { useWords } from "../staff/words";
import { Refusal } from "./Refusal";
import { readSettings } from "./server";
import { Table } from "./Table";
import { useLoaded } from "./useLoaded";

export function SettingsSection() {
  const { say } = useWords();
  const { value, failure } = useLoaded(readSettings);
  const [shown, setShown] = useState<"every" | "set">("every");
  const rows = (value ?? []).filter((one) => shown === "every" || one.source !== "default");
  return (
    <>
      <p className="section-note">{say("admin.settings.note")}</p>
      <Refusal of={failure} />
      <div className="panel-narrow">
        <Choice
          label={say("admin.settings.shown")}
          value={shown}
          options={[
            { key: "every", words: say("admin.settings.every") },
            { key: "set", words: say("admin.settings.set") },
          ]}
          onChange={setShown}
        />
      </div>
      <Table
        label={say("admin.settings")}
        rows={rows}
        id={(one) => one.name}
        nothing={value === null ? say("admin.loading") : say("admin.settings.none")}
        columns={[
          { title: "admin.settings.name", cell: (one) => <code>{one.name}</code>, by: (one) => one.name },
          {
            title: "admin.settings.value",
            kind: "wide",
            cell: (one) =>
              one.secret ? say(one.value === "" ? "admin.settings.secret_unset" : "admin.settings.secret_set") : one.value || "–",
          },
          {
            title: "admin.settings.source",
            cell: (one) => say(`admin.settings.source.${one.source}`),
            by: (one) => say(`admin.settings.source.${one.source}`),
          },
        ]}
      />
    </>
  );
}
