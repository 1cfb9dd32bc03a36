/** What is wrong with a sentence, or with the page: a reason to tap and a line to write, for the quality report. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { Failure } from "../staff/Failure";
import { useCommand } from "../staff/command";
import { useFocusOnceShown } from "../staff/focus";
import { dislikeSummary } from "../staff/server";
import { useWords } from "../staff/words";
import type { Statement } from "./page";

type Reason = Schemas["Reason"];

const REASONS: readonly Reason[] = ["untrue", "missing", "unclear", "too_long", "wrong_department", "other"];

interface Props {
  number: number;
  statement: Statement | null;
  onClose: () => void;
}

export function Dislike({ number, statement, onClose }: Props) {
  const { say } = useWords();
  const [words, setWords] = useState("");
  const [given, setGiven] = useState(false);
  const { busy, failure, run } = useCommand();
  const heading = useFocusOnceShown<HTMLHeadingElement>();
  const give = async (reason: Reason) => {
    const body = { reason, statement_id: statement?.statement_id ?? "", words: words.trim() };
    if (await run(() => dislikeSummary(number, body))) setGiven(true);
  };
  return (
    <section className="dislike screen-only" aria-labelledby="dislike">
      <h3 id="dislike" ref={heading} tabIndex={-1}>
        {say(given ? "worklist.dislike.thanks" : "worklist.dislike.what")}
      </h3>
      {statement && <p className="quiet">{statement.text}</p>}
      <Failure of={failure} />
      {!given && (
        <>
          <Field label={say("worklist.dislike.words")} value={words} onChange={setWords} maxLength={300} />
          <div className="dislike-reasons">
            {REASONS.map((reason) => (
              <Button key={reason} className="plain-press" isDisabled={busy} onPress={() => void give(reason)}>
                {say(`worklist.dislike.${reason}`)}
              </Button>
            ))}
          </div>
        </>
      )}
      <Button kind="quiet" className="plain-press" onPress={onClose}>
        {say("board.close")}
      </Button>
    </section>
  );
}
