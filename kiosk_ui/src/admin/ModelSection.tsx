/** The language model: where it is, who answers what, and what it can do now. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { useWords, type MessageId } from "../staff/words";
import { Refusal } from "./Refusal";
import { checkModel, readModel } from "./server";
import { Table } from "./Table";
import { useLoaded } from "./useLoaded";

export function ModelSection() {
  const { say, intl } = useWords();
  const { value, failure } = useLoaded(readModel);
  const check = useCommand();
  const [checked, setChecked] = useState<Schemas["ModelChecked"] | null>(null);
  const called = (prefix: string, name: string) => {
    const id = `${prefix}.${name}`;
    return id in intl.messages ? say(id as MessageId) : name;
  };
  const by = (who: string) => {
    if (who === "embedded" || (who === "model" && value?.url === "")) return say("admin.model.embedded");
    return who === "model" ? (value?.name ?? "") : who;
  };
  return (
    <>
      <p className="section-note">{say("admin.model.note")}</p>
      <Refusal of={failure} />
      {value && (
        <dl className="facts">
          <dt>{say("admin.model.address")}</dt>
          <dd>{value.url === "" ? say("admin.model.none") : value.url}</dd>
          {value.url !== "" && (
            <>
              <dt>{say("admin.model.name")}</dt>
              <dd>{value.name}</dd>
              <dt>{say("admin.model.key")}</dt>
              <dd>{say(value.key ? "admin.settings.secret_set" : "admin.settings.secret_unset")}</dd>
              <dt>{say("admin.model.budget")}</dt>
              <dd>{say("admin.model.seconds", { seconds: value.budget_seconds })}</dd>
            </>
          )}
        </dl>
      )}
      {value && value.servers.length > 1 && (
        <Table
          label={say("admin.model.servers")}
          rows={value.servers}
          id={(one) => `${one.name} ${one.server}`}
          nothing=""
          columns={[
            { title: "admin.model.address", kind: "wide", cell: (one) => one.server },
            { title: "admin.model.name", cell: (one) => one.name },
            {
              title: "admin.model.under_way",
              cell: (one) => (one.calls == null ? "" : `${one.under_way} / ${one.calls}`),
            },
            {
              title: "admin.model.state",
              cell: (one) => (
                <span className={one.well ? "mark-good" : "mark-bad"}>
                  {say(one.well ? "admin.model.well" : "admin.model.rests")}
                </span>
              ),
            },
          ]}
        />
      )}
      {value && value.url !== "" && (
        <div className="section-presses">
          <Button
            kind="primary"
            isDisabled={check.busy}
            onPress={() => void check.run(async () => setChecked(await checkModel()))}
          >
            {say("admin.model.check")}
          </Button>
        </div>
      )}
      <div role="status">
        {check.busy && <p>{say("admin.model.checking")}</p>}
        {!check.busy && checked && (
          <p className={checked.good ? "notice notice-done" : "notice notice-emergency"}>
            {say(checked.good ? "admin.model.good" : "admin.model.bad")}
          </p>
        )}
      </div>
      <Refusal of={check.failure} />
      {checked && (
        <Table
          label={say("admin.model.check")}
          rows={checked.findings}
          id={(one) => `${one.server} ${one.what}`}
          nothing=""
          columns={[
            ...(new Set(checked.findings.map((one) => one.server)).size > 1
              ? [{ title: "admin.model.address" as const, cell: (one: Schemas["FindingView"]) => one.server }]
              : []),
            { title: "admin.model.what", cell: (one) => called("admin.model.finding", one.what.replaceAll(" ", "_")) },
            { title: "admin.model.said", kind: "wide", cell: (one) => one.said },
            {
              title: "admin.model.verdict",
              cell: (one) =>
                one.good !== null && (
                  <span className={one.good ? "mark-good" : "mark-bad"}>
                    {say(one.good ? "admin.model.fine" : "admin.model.not_fine")}
                  </span>
                ),
            },
          ]}
        />
      )}
      <Table
        label={say("admin.model.capabilities")}
        rows={value?.capabilities ?? []}
        id={(one) => one.name}
        nothing={say("admin.loading")}
        columns={[
          {
            title: "admin.model.capability",
            kind: "wide",
            cell: (one) => called("admin.model.capability", one.name),
            by: (one) => called("admin.model.capability", one.name),
          },
          { title: "admin.model.by", cell: (one) => by(one.by), by: (one) => by(one.by) },
        ]}
      />
    </>
  );
}
