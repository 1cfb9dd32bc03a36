/** Where the open patient is, and the presses that move them on or back. */
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Failure } from "../staff/Failure";
import { useCommand } from "../staff/command";
import { movePatient } from "../staff/server";
import { useWords } from "../staff/words";
import { STEPS } from "./queue";

interface Props {
  entry: Schemas["WorklistEntry"];
  onMoved: () => void;
}

export function QueueSteps({ entry, onMoved }: Props) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const move = async (place: Schemas["Queued"]) => {
    if (await run(() => movePatient(entry.outpatient_number, { place }))) onMoved();
  };
  return (
    <section className="queue-steps" aria-label={say("worklist.queue")}>
      <strong>{say(`worklist.queue.${entry.place}`)}</strong>
      {STEPS[entry.place].map((place, order) => (
        <Button
          key={place}
          kind={order === 0 ? "plain" : "quiet"}
          className="plain-press"
          isDisabled={busy}
          onPress={() => void move(place)}
        >
          {say(`worklist.queue.to.${place}`)}
        </Button>
      ))}
      <Failure of={failure} />
    </section>
  );
}
