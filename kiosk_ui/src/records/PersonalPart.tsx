/** Data protection: what is held about a patient, all of it taken out, and erased as far as the law lets go of it. */
import { useState } from "react";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { useWords, type MessageId } from "../staff/words";
import en from "../messages/records/en.json";
import { erasePersonal, exportOf, readPersonal, type Erasure } from "./server";
import { troubleWords } from "./trouble";

export function PersonalPart({ number, onErased }: { number: string; onErased: (done: Erasure) => void }) {
  const { say } = useWords();
  const [held, setHeld] = useState<Erasure | null>(null);
  const { busy, failure, run, forget } = useCommand();
  const look = () => run(async () => setHeld(await readPersonal(number)));
  const erase = (reason: "asked" | "withdrawn", typed: string) =>
    run(async () => {
      if (held !== null) onErased(await erasePersonal(number, { number: typed, reason, rows: held.rows }));
    });
  if (held === null)
    return (
      <>
        <Button kind="quiet" className="plain-press" isDisabled={busy} onPress={() => void look()}>
          {say("sheet.personal.title")}
        </Button>
        {failure !== null && <p role="alert">{say(troubleWords(failure))}</p>}
      </>
    );
  const close = () => {
    setHeld(null);
    forget();
  };
  return (
    <section className="sheet-merge" aria-label={say("sheet.personal.title")}>
      <h2>{say("sheet.personal.title")}</h2>
      <p className="quiet">{say("sheet.personal.how")}</p>
      <p className="sheet-merge-line">
        <a className="button" href={exportOf(number, "page")} download>
          {say("sheet.personal.page")}
        </a>{" "}
        <a className="button" href={exportOf(number, "json")} download>
          {say("sheet.personal.json")}
        </a>{" "}
        <Button kind="quiet" onPress={close}>
          {say("sheet.patient.cancel")}
        </Button>
      </p>
      <Erasing held={held} number={number} busy={busy} onErase={(reason, typed) => void erase(reason, typed)} />
      <div role="alert">
        {failure !== null && <p className="notice notice-urgent">{say(troubleWords(failure))}</p>}
      </div>
    </section>
  );
}

interface ErasingProps {
  held: Erasure;
  number: string;
  busy: boolean;
  onErase: (reason: "asked" | "withdrawn", typed: string) => void;
}

/** What would go and stay, and the number once more before anything does. */
function Erasing({ held, number, busy, onErase }: ErasingProps) {
  const { say, intl } = useWords();
  const [typed, setTyped] = useState("");
  const [withdrawn, setWithdrawn] = useState(false);
  const rows = Object.entries(held.rows);
  const [first] = held.kept;
  return (
    <>
      <h3>{say("sheet.personal.would_go")}</h3>
      <ul>
        {rows.map(([name, count]) => (
          <li key={name}>
            {say(rowWords(name))}: {count}
          </li>
        ))}
        {rows.length === 0 && <li>{say("sheet.personal.nothing")}</li>}
      </ul>
      {first && (
        <p className="notice">
          {say("sheet.personal.stays", {
            count: held.kept.length,
            until: intl.formatDate(first.until, { dateStyle: "medium" }),
          })}
        </p>
      )}
      <p className="quiet">{say("sheet.personal.elsewhere", { backups: held.backups })}</p>
      {held.obstacles.map((one) => (
        <p key={one} className="notice notice-urgent">
          {say(`sheet.personal.first.${one}`)}
        </p>
      ))}
      {held.obstacles.length === 0 && rows.length > 0 && (
        <>
          <p>
            <label>
              <input type="checkbox" checked={withdrawn} onChange={() => setWithdrawn(!withdrawn)} />{" "}
              {say("sheet.personal.withdrawn")}
            </label>
          </p>
          <div className="sheet-merge-line">
            <Field
              label={say("sheet.personal.type", { number })}
              value={typed}
              onChange={setTyped}
              maxLength={64}
              autoComplete="off"
              spellCheck="false"
            />
            <Button
              kind="primary"
              isDisabled={busy || typed.trim() !== number}
              onPress={() => onErase(withdrawn ? "withdrawn" : "asked", typed.trim())}
            >
              {say("sheet.personal.erase")}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function rowWords(table: string): MessageId {
  const id = `sheet.personal.row.${table}`;
  return (id in en ? id : "sheet.personal.row.other") as MessageId;
}
