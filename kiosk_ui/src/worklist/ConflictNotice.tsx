/** Two people wrote at once: theirs and mine side by side, and nothing lost until somebody decides. */
import { Button } from "../controls/Button";
import { useWords } from "../staff/words";
import type { Conflict } from "./usePage";

interface Props {
  conflict: Conflict;
  busy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

export function ConflictNotice({ conflict, busy, onMine, onTheirs }: Props) {
  const { say } = useWords();
  const { mine, theirs, same } = conflict;
  return (
    <div className="conflict notice notice-urgent" role="alert">
      <p>{say(same ? "worklist.conflict.same" : mine ? "worklist.conflict.other" : "worklist.conflict.sign")}</p>
      {mine && (
        <dl>
          {same && (
            <div>
              <dt>{say("worklist.conflict.theirs")}</dt>
              <dd>{theirs ?? say("worklist.struck")}</dd>
            </div>
          )}
          <div>
            <dt>{say("worklist.conflict.mine")}</dt>
            <dd>{mine}</dd>
          </div>
        </dl>
      )}
      <div className="conflict-foot">
        {mine && (
          <Button className="plain-press" isDisabled={busy} onPress={onMine}>
            {say("worklist.conflict.keep_mine")}
          </Button>
        )}
        <Button className="plain-press" onPress={onTheirs}>
          {say(mine ? (same ? "worklist.conflict.keep_theirs" : "worklist.cancel") : "worklist.conflict.read")}
        </Button>
      </div>
    </div>
  );
}
