/** The guidelines doctors are answered from: edited as text, read as a doctor would, published. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { useFocusComesBack, useFocusOnceShown } from "../staff/focus";
import { useWords } from "../staff/words";
import { History } from "./History";
import { Refusal } from "./Refusal";
import { RowPress } from "./RowPress";
import {
  discardGuideline,
  draftGuideline,
  guidelineHistory,
  publishGuideline,
  readAsDoctor,
  readGuidelines,
  withdrawGuideline,
} from "./server";
import { Table } from "./Table";
import { Text } from "./Text";
import { textState } from "./textState";
import { useLoaded } from "./useLoaded";

type Guideline = Schemas["GuidelineView"];
type Open = { what: "edit"; of: Guideline | null; text: string } | { what: "history"; of: Guideline };

const form = `---
id: NEW
conditions: []
findings: []
title: {en: "", zh: ""}
sources: [""]
reviewed: 2026-01-01
---
# en
## Initial assessment
-
## Initial treatment
-
## Follow-up
-
## Refer or admit
-
# zh
## 初步评估
-
## 初步治疗
-
## 随访
-
## 转诊或住院
-
`;

export function GuidelinesSection() {
  const { say, intl, inLanguage } = useWords();
  const { value, failure, set } = useLoaded(readGuidelines);
  const [open, setOpen] = useState<Open | null>(null);
  const [edited, setEdited] = useState(0);
  const scope = (one: Guideline) =>
    say(one.text_id.startsWith("institution:") ? "admin.guidelines.institution" : "admin.guidelines.general");
  const edit = (of: Guideline | null, text: string) => {
    setOpen({ what: "edit", of, text });
    setEdited(edited + 1);
  };
  const day = (one: Guideline) => (one.reviewed === null ? "–" : intl.formatDate(one.reviewed));
  return (
    <>
      <p className="section-note">{say("admin.guidelines.note")}</p>
      <Refusal of={failure} />
      {open?.what === "edit" && (
        <GuidelineEditor key={edited} guideline={open.of} begin={open.text} onChanged={set} onClose={() => setOpen(null)} />
      )}
      {open?.what === "history" && (
        <History
          key={open.of.text_id}
          title={say("admin.texts.history_of", { name: inLanguage(open.of.title) })}
          read={() => guidelineHistory(open.of.text_id)}
          words={(version) => (
            <details>
              <summary>{say("admin.content.read")}</summary>
              <pre className="content-text" tabIndex={0}>
                {version.text}
              </pre>
            </details>
          )}
          onUse={(version) => edit(open.of, version.text)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === null && (
        <div className="section-presses">
          <Button kind="primary" onPress={() => edit(null, form)}>
            {say("admin.guidelines.add")}
          </Button>
        </div>
      )}
      <Table
        label={say("admin.guidelines")}
        rows={value ?? []}
        id={(one) => one.text_id}
        nothing={value === null ? say("admin.loading") : say("admin.guidelines.none")}
        faded={(one) => one.published === null && one.draft === null}
        columns={[
          { title: "admin.field.title", kind: "wide", cell: (one) => inLanguage(one.title), by: (one) => inLanguage(one.title) },
          { title: "admin.guidelines.scope", cell: scope, by: scope },
          { title: "admin.guidelines.reviewed", cell: day, by: (one) => one.reviewed ?? "" },
          { title: "admin.staff.state", cell: (one) => say(textState(one)), by: (one) => say(textState(one)) },
          {
            title: "admin.presses",
            kind: "presses",
            cell: (one) => {
              const text = one.draft ?? one.published;
              return (
                <div className="row-presses">
                  {text !== null && (
                    <RowPress words={say("admin.texts.edit")} of={inLanguage(one.title)} onPress={() => edit(one, text)} />
                  )}
                  <RowPress
                    words={say("admin.texts.history")}
                    of={inLanguage(one.title)}
                    onPress={() => setOpen({ what: "history", of: one })}
                  />
                </div>
              );
            },
          },
        ]}
      />
    </>
  );
}

interface EditorProps {
  guideline: Guideline | null;
  begin: string;
  onChanged: (list: Guideline[]) => void;
  onClose: () => void;
}

function GuidelineEditor({ guideline, begin, onChanged, onClose }: EditorProps) {
  const { say, inLanguage } = useWords();
  useFocusComesBack();
  const shown = useFocusOnceShown<HTMLHeadingElement>();
  const { busy, failure, run } = useCommand();
  const [id, setId] = useState("");
  const [text, setText] = useState(begin);
  const [read, setRead] = useState<Schemas["GuidelineTold"] | null>(null);
  const [saved, setSaved] = useState(false);
  const textId = guideline?.text_id ?? `institution:${id.trim()}`;
  const does = (call: () => Promise<Guideline[]>, close: boolean) =>
    void run(async () => {
      onChanged(await call());
      if (close) onClose();
      setSaved(true);
    });
  return (
    <section className="panel" aria-labelledby="guideline-edited">
      <h2 id="guideline-edited" ref={shown} tabIndex={-1}>
        {guideline ? inLanguage(guideline.title) : say("admin.guidelines.add")}
      </h2>
      {!guideline && (
        <Field
          label={say("admin.field.text_id")}
          note={say("admin.guidelines.id_note")}
          value={id}
          onChange={setId}
          className="panel-narrow"
        />
      )}
      <Text
        label={say("admin.field.text")}
        note={say("admin.guidelines.text_note")}
        rows={18}
        value={text}
        onChange={(words) => {
          setText(words);
          setSaved(false);
        }}
      />
      <Refusal of={failure} />
      {read && <AsDoctor told={read} />}
      <div role="status">{saved && failure === null && <p className="notice notice-done">{say("admin.texts.saved")}</p>}</div>
      <div className="panel-presses">
        <Button
          kind="primary"
          isDisabled={busy}
          onPress={() =>
            does(async () => {
              await draftGuideline(textId, text);
              return publishGuideline(textId);
            }, true)
          }
        >
          {say("admin.texts.publish")}
        </Button>
        <Button isDisabled={busy} onPress={() => does(() => draftGuideline(textId, text), false)}>
          {say("admin.texts.save_draft")}
        </Button>
        <Button isDisabled={busy} onPress={() => void run(async () => setRead(await readAsDoctor(textId, text)))}>
          {say("admin.guidelines.preview")}
        </Button>
        {guideline?.draft && (
          <Button kind="quiet" isDisabled={busy} onPress={() => does(() => discardGuideline(textId), true)}>
            {say("admin.texts.discard")}
          </Button>
        )}
        {guideline?.published && (
          <Button kind="danger" isDisabled={busy} onPress={() => does(() => withdrawGuideline(textId), true)}>
            {say("admin.texts.withdraw")}
          </Button>
        )}
        <Button kind="quiet" onPress={onClose}>
          {say("admin.close")}
        </Button>
      </div>
    </section>
  );
}

function AsDoctor({ told }: { told: Schemas["GuidelineTold"] }) {
  const { say, language, inLanguage } = useWords();
  const chapters = told.chapters[language] ?? [];
  return (
    <section className="as-doctor" aria-label={say("admin.guidelines.preview")}>
      <h3>{inLanguage(told.title)}</h3>
      {chapters.map(({ chapter, lines }) => (
        <div key={chapter}>
          <h4>{say(`admin.guidelines.chapter.${chapter}`)}</h4>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      <p className="quiet">{told.sources.join("; ")}</p>
    </section>
  );
}
