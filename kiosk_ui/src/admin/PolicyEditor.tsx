/** A policy's draft: written, tried out as the kiosk would answer, published. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { useFocusComesBack, useFocusOnceShown } from "../staff/focus";
import { useWords } from "../staff/words";
import { Choice } from "./Choice";
import { Refusal } from "./Refusal";
import { discardPolicy, draftPolicy, publishPolicy, tryPolicy, withdrawPolicy } from "./server";
import { Text } from "./Text";

type List = Schemas["PolicyList"];
type Language = Schemas["Language"];
export type PolicyDraft = Schemas["PolicyTold"];

const languages = ["zh", "en"] as const;
const categories: readonly PolicyDraft["category"][] = [
  ...(["admission_registration", "visitor_policy", "payments_financial_aid", "services_amenities"] as const),
  ...(["patient_rights_privacy", "compliance_regulations", "accommodation", "safety_security"] as const),
  ...(["hospital_care", "contact_information", "address_location"] as const),
];
export const newPolicy: PolicyDraft = {
  category: "services_amenities",
  title: { zh: "", en: "" },
  text: { zh: "", en: "" },
  asked: {},
};

interface Props {
  policy: Schemas["PolicyView"] | null;
  begin: PolicyDraft;
  editable: boolean;
  onChanged: (list: List) => void;
  onClose: () => void;
}

const lines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

export function PolicyEditor({ policy, begin, editable, onChanged, onClose }: Props) {
  const { say, language, inLanguage } = useWords();
  useFocusComesBack();
  const shown = useFocusOnceShown<HTMLHeadingElement>();
  const { busy, failure, run } = useCommand();
  const [id, setId] = useState(policy?.policy_id ?? "");
  const [told, setTold] = useState(begin);
  const [asked, setAsked] = useState({ zh: (begin.asked.zh ?? []).join("\n"), en: (begin.asked.en ?? []).join("\n") });
  const [saved, setSaved] = useState(false);
  const draft = (): PolicyDraft => ({ ...told, asked: { zh: lines(asked.zh), en: lines(asked.en) } });
  const name = (field: "title" | "text" | "asked", of: Language) =>
    say("admin.in_language", { field: say(`admin.field.${field}`), language: say(`admin.language.${of}`) });
  const does = (call: () => Promise<List>, close: boolean) =>
    void run(async () => {
      onChanged(await call());
      if (close) onClose();
      setSaved(true);
    });
  return (
    <section className="panel" aria-labelledby="policy-edited">
      <h2 id="policy-edited" ref={shown} tabIndex={-1}>
        {policy ? inLanguage(begin.title) : say("admin.policies.add")}
      </h2>
      <div className="panel-fields">
        {!policy && <Field label={say("admin.field.text_id")} note={say("admin.policies.id_note")} value={id} onChange={setId} />}
        <Choice
          label={say("admin.field.category")}
          value={told.category}
          options={categories.map((key) => ({ key, words: say(`admin.policies.category.${key}`) }))}
          onChange={(category) => setTold({ ...told, category })}
        />
      </div>
      <div className="panel-fields panel-texts">
        {languages.map((of) => (
          <div key={of} className="panel-column" lang={of}>
            <Field
              label={name("title", of)}
              value={told.title[of] ?? ""}
              onChange={(words) => setTold({ ...told, title: { ...told.title, [of]: words } })}
            />
            <Text
              label={name("text", of)}
              value={told.text[of] ?? ""}
              onChange={(words) => setTold({ ...told, text: { ...told.text, [of]: words } })}
            />
            <Text
              label={name("asked", of)}
              note={say("admin.policies.asked_note")}
              rows={3}
              value={asked[of]}
              onChange={(words) => setAsked({ ...asked, [of]: words })}
            />
          </div>
        ))}
      </div>
      <TryOut language={language} draft={() => ({ policy_id: id.trim() || "new", draft: draft() })} />
      <Refusal of={failure} />
      <div role="status">{saved && failure === null && <p className="notice notice-done">{say("admin.texts.saved")}</p>}</div>
      <div className="panel-presses">
        {editable && (
          <>
            <Button
              kind="primary"
              isDisabled={busy}
              onPress={() =>
                does(async () => {
                  await draftPolicy(id.trim(), draft());
                  return publishPolicy(id.trim());
                }, true)
              }
            >
              {say("admin.texts.publish")}
            </Button>
            <Button isDisabled={busy} onPress={() => does(() => draftPolicy(id.trim(), draft()), false)}>
              {say("admin.texts.save_draft")}
            </Button>
            {policy?.draft && (
              <Button kind="quiet" isDisabled={busy} onPress={() => does(() => discardPolicy(id), true)}>
                {say("admin.texts.discard")}
              </Button>
            )}
            {policy?.published && (
              <Button kind="danger" isDisabled={busy} onPress={() => does(() => withdrawPolicy(id), true)}>
                {say("admin.texts.withdraw")}
              </Button>
            )}
          </>
        )}
        <Button kind="quiet" onPress={onClose}>
          {say("admin.close")}
        </Button>
      </div>
    </section>
  );
}

interface TryProps {
  language: Language;
  draft: () => Pick<Schemas["TryOutRequest"], "policy_id" | "draft">;
}

function TryOut({ language, draft }: TryProps) {
  const { say, inLanguage } = useWords();
  const { busy, failure, run } = useCommand();
  const [question, setQuestion] = useState("");
  const [answer, setAnswer] = useState<Schemas["TriedOut"] | null>(null);
  const ask = () => void run(async () => setAnswer(await tryPolicy({ question, language, ...draft() })));
  return (
    <form
      className="try-out"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <div className="try-line">
        <Field label={say("admin.policies.try")} value={question} onChange={setQuestion} />
        <Button type="submit" isDisabled={busy || question.trim() === ""}>
          {say("admin.policies.ask")}
        </Button>
      </div>
      <Refusal of={failure} />
      <div role="status">
        {busy && <p className="quiet">{say("admin.policies.searching")}</p>}
        {!busy && answer && (
          <div className={answer.by_draft ? "notice notice-done" : "notice notice-urgent"}>
            {answer.answered ? (
              <>
                <p>{say(answer.by_draft ? "admin.policies.by_draft" : "admin.policies.by_other", { source: answer.sources.join(", ") })}</p>
                <p>
                  <strong>{answer.text}</strong>
                </p>
              </>
            ) : (
              <>
                <p>{say(answer.near.length > 0 ? "admin.policies.offers" : "admin.policies.knows_nothing")}</p>
                <ul>
                  {answer.near.map((one) => (
                    <li key={one.policy_id}>{inLanguage(one.title)}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </div>
    </form>
  );
}
