/** A draft of a care plan, asked for by the doctor: each line with the guideline or the rule it is from. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Failure } from "../staff/Failure";
import { useCommand } from "../staff/command";
import { readCarePlan } from "../staff/server";
import { useWords } from "../staff/words";
import { Turns } from "./ReviewDialogue";

const SECTIONS: readonly Schemas["PlanSection"][] = ["medicines", "referrals", "tests", "lifestyle", "supportive"];

export function CarePlan({ number }: { number: number }) {
  const { say, row } = useWords();
  const [plan, setPlan] = useState<Schemas["CarePlanView"] | null>(null);
  const { busy, failure, run } = useCommand();
  const ask = () => void run(async () => setPlan(await readCarePlan(number)));
  if (plan === null) {
    return (
      <div className="care-plan screen-only">
        <Button kind="quiet" className="plain-press" isDisabled={busy} onPress={ask}>
          {say("worklist.plan.ask")}
        </Button>
        <Failure of={failure} />
      </div>
    );
  }
  return (
    <section className="care-plan screen-only" aria-labelledby="care-plan">
      <h3 id="care-plan">{say("worklist.plan")}</h3>
      <p className="notice">{say("worklist.plan.draft")}</p>
      {plan.items.length === 0 && <p className="nothing">{say("worklist.plan.nothing")}</p>}
      {SECTIONS.map((section) => {
        const items = plan.items.filter((item) => item.section === section);
        if (items.length === 0) return null;
        return (
          <section key={section}>
            <h4>{say(`worklist.plan.${section}`)}</h4>
            <ul lang={plan.language}>
              {items.map((item, place) => (
                <li key={place}>
                  {item.text}{" "}
                  <span className="quiet">
                    {row([item.source, item.why !== "" && say("worklist.plan.why", { why: item.why })])}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <Turns review={plan.review} language={plan.language} />
    </section>
  );
}
