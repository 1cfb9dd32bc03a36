/** What did not reach the hospital's system: a line while it is away, and a list of what somebody has to look at. */
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { sendAgain } from "../staff/server";
import { useWords } from "../staff/words";

interface Props {
  delivery: Schemas["DeliveryView"];
  onSent: () => void;
}

export function Undelivered({ delivery, onSent }: Props) {
  const { say, intl } = useWords();
  const moment = (at: string) => intl.formatDate(at, { dateStyle: "short", timeStyle: "short" });
  return (
    <>
      {delivery.since !== null && (
        <p className="notice" role="status">
          {say("board.waiting_to_send", { waiting: delivery.waiting, time: moment(delivery.since) })}
        </p>
      )}
      {delivery.given_up.length > 0 && (
        <section className="notice notice-urgent undelivered" aria-label={say("board.undelivered")}>
          <p>{say("board.undelivered")}</p>
          <ul>
            {delivery.given_up.map((one) => (
              <Entry key={one.outbox_id} entry={one} since={moment(one.created)} onSent={onSent} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface EntryProps {
  entry: Schemas["GivenUpView"];
  since: string;
  onSent: () => void;
}

function Entry({ entry, since, onSent }: EntryProps) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  const about = { number: entry.outpatient_number ?? "", patient: entry.patient_id };
  const what = say(`board.undelivered.${entry.kind}`, about);
  return (
    <li>
      {say("board.undelivered.line", { what, time: since, attempts: entry.attempts })}{" "}
      {say(`board.undelivered.reason.${entry.reason}`)}{" "}
      <Button
        className="plain-press"
        isDisabled={busy}
        aria-label={say("board.undelivered.again_which", { what })}
        onPress={() => void run(() => sendAgain(entry.outbox_id)).then(onSent)}
      >
        {say("board.undelivered.again")}
      </Button>
      <Failure of={failure} />
    </li>
  );
}
