/** Ending a session cannot be taken back, so one key alone does not do it. */
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { end } from "../staff/server";
import { useWords } from "../staff/words";
import { Panel, type AboutCard } from "./Panel";

export function EndPanel({ card, onDone, onClose }: AboutCard) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const go = async () => {
    const done = await run(() => end(card.session_id));
    onDone();
    if (done) onClose();
  };
  return (
    <Panel title={say("board.end.title")} onClose={onClose}>
      <p>{say("board.end.words")}</p>
      <Failure of={failure} />
      <div className="panel-foot">
        <Button kind="primary" autoFocus isDisabled={busy} onPress={() => void go()}>
          {say("board.end.go")}
        </Button>
      </div>
    </Panel>
  );
}
