/** What the kiosk answers visitors: drafts, tried out before they are published. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useWords } from "../staff/words";
import { History } from "./History";
import { newPolicy, PolicyEditor, type PolicyDraft } from "./PolicyEditor";
import { Refusal } from "./Refusal";
import { RowPress } from "./RowPress";
import { policyHistory, readPolicies } from "./server";
import { Table } from "./Table";
import { textState } from "./textState";
import { useLoaded } from "./useLoaded";

type Policy = Schemas["PolicyView"];
type Open = { what: "edit"; of: Policy | null; draft: PolicyDraft } | { what: "history"; of: Policy };

export function PoliciesSection() {
  const { say, inLanguage } = useWords();
  const { value, failure, set } = useLoaded(readPolicies);
  const [open, setOpen] = useState<Open | null>(null);
  const [edited, setEdited] = useState(0); // which drawing of the editor this is
  const title = (one: Policy) => {
    const told = one.draft ?? one.published;
    return told ? inLanguage(told.title) : one.policy_id;
  };
  const category = (one: Policy) => {
    const told = one.draft ?? one.published;
    return told ? say(`admin.policies.category.${told.category}`) : "";
  };
  const edit = (of: Policy | null, draft: PolicyDraft) => {
    setOpen({ what: "edit", of, draft });
    setEdited(edited + 1);
  };
  return (
    <>
      <p className="section-note">{say("admin.policies.note")}</p>
      {value?.editable === false && <p className="notice notice-urgent">{say("admin.policies.elsewhere")}</p>}
      <Refusal of={failure} />
      {open?.what === "edit" && (
        <PolicyEditor
          key={edited}
          policy={open.of}
          begin={open.draft}
          editable={value?.editable ?? false}
          onChanged={set}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === "history" && (
        <History
          key={open.of.policy_id}
          title={say("admin.texts.history_of", { name: title(open.of) })}
          read={() => policyHistory(open.of.policy_id)}
          words={(version) => (
            <>
              <strong>{inLanguage(version.body.title)}</strong>
              <span>{inLanguage(version.body.text)}</span>
            </>
          )}
          onUse={value?.editable ? (version) => edit(open.of, version.body) : undefined}
          onClose={() => setOpen(null)}
        />
      )}
      {open === null && value?.editable && (
        <div className="section-presses">
          <Button kind="primary" onPress={() => edit(null, newPolicy)}>
            {say("admin.policies.add")}
          </Button>
        </div>
      )}
      <Table
        label={say("admin.policies")}
        rows={value?.policies ?? []}
        id={(one) => one.policy_id}
        nothing={value === null ? say("admin.loading") : say("admin.policies.none")}
        faded={(one) => one.published === null && one.draft === null}
        columns={[
          { title: "admin.field.title", kind: "wide", cell: title, by: title },
          { title: "admin.field.category", cell: category, by: category },
          { title: "admin.staff.state", cell: (one) => say(textState(one)), by: (one) => say(textState(one)) },
          {
            title: "admin.presses",
            kind: "presses",
            cell: (one) => {
              const told = one.draft ?? one.published;
              return (
                <div className="row-presses">
                  {told && (
                    <RowPress words={say(value?.editable ? "admin.texts.edit" : "admin.content.read")} of={title(one)} onPress={() => edit(one, told)} />
                  )}
                  <RowPress words={say("admin.texts.history")} of={title(one)} onPress={() => setOpen({ what: "history", of: one })} />
                </div>
              );
            },
          },
        ]}
      />
    </>
  );
}
