/** The left side: the day's queue by where each patient is, with who has waited how long; searched, or one doctor's. */
import { useEffect, useRef, useState } from "react";
import { LevelMark } from "../staff/LevelMark";
import { CLOCK, ageWords, sexWords, useWords } from "../staff/words";
import { Written } from "../staff/Written";
import { matching, minutesSince, NOBODY_BOOKED, PLACES, type Entry } from "./queue";

interface Props {
  entries: readonly Entry[];
  chosen: number | null;
  onChoose: (number: number) => void;
  /** Whose patients are shown; null: everybody's. */
  physician: string | null;
  onPhysician: (physician: string | null) => void;
  query: string;
  onQuery: (query: string) => void;
}

const TICK_MS = 20_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

export function Patients({ entries, chosen, onChoose, physician, onPhysician, query, onQuery }: Props) {
  const { say, inLanguage } = useWords();
  const now = useNow();
  const chosenRow = useRef<HTMLButtonElement>(null);
  // In braces: newer browsers answer with a promise, which React would take for the clean-up.
  useEffect(() => {
    chosenRow.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  if (entries.length === 0) return <p className="no-patients quiet">{say("worklist.nobody")}</p>;
  const doctors = new Map(entries.flatMap((one) => (one.physician && one.physician_id ? [[one.physician_id, one.physician]] : [])));
  const shown = matching(entries, query, physician);
  return (
    <>
      <div className="queue-tools">
        <input
          type="search"
          className="input"
          aria-label={say("worklist.queue.search")}
          placeholder={say("worklist.queue.search")}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
        />
        {doctors.size > 0 && (
          <select
            className="input"
            aria-label={say("worklist.queue.doctor")}
            value={physician ?? ""}
            onChange={(event) => onPhysician(event.target.value === "" ? null : event.target.value)}
          >
            <option value="">{say("worklist.queue.everybody")}</option>
            {[...doctors].map(([id, name]) => (
              <option key={id} value={id}>
                {inLanguage(name)}
              </option>
            ))}
            <option value={NOBODY_BOOKED}>{say("worklist.queue.unbooked")}</option>
          </select>
        )}
      </div>
      {shown.length === 0 && <p className="no-patients quiet">{say("worklist.queue.none")}</p>}
      {PLACES.map((place) => {
        const those = shown.filter((one) => one.place === place);
        if (those.length === 0) return null;
        return (
          <section key={place} className={`queue queue-${place}`} aria-labelledby={`queue-${place}`}>
            <h2 id={`queue-${place}`}>
              {say(`worklist.queue.${place}`)} <span className="tabular">{those.length}</span>
            </h2>
            <ol className="patients">
              {those.map((entry) => (
                <li key={entry.outpatient_number}>
                  <Row entry={entry} chosen={entry.outpatient_number === chosen} now={now} place={chosenRow} onChoose={onChoose} />
                </li>
              ))}
            </ol>
          </section>
        );
      })}
    </>
  );
}

interface RowProps {
  entry: Entry;
  chosen: boolean;
  now: number;
  place: React.RefObject<HTMLButtonElement | null>;
  onChoose: (number: number) => void;
}

function Row({ entry, chosen, now, place, onChoose }: RowProps) {
  const { say, row, intl, inLanguage } = useWords();
  const clock = (moment: string) => intl.formatTime(moment, CLOCK);
  return (
    <button
      ref={chosen ? place : undefined}
      type="button"
      className="patient"
      aria-current={chosen}
      onClick={() => onChoose(entry.outpatient_number)}
    >
      <span className="patient-time tabular">{clock(entry.time)}</span>
      <span className="patient-name">
        {entry.name || say("worklist.guest")}{" "}
        <span className="patient-age">{row([entry.age && ageWords(entry.age, say), sexWords(entry.sex, say, entry.age)])}</span>
      </span>
      <span className="patient-queue tabular">{entry.queue_number}</span>
      <span className="patient-complaint">
        <Written>{entry.complaint_in ? inLanguage(entry.complaint_in) : entry.complaint}</Written>
      </span>
      <span className="patient-flags">
        {entry.level && <LevelMark level={entry.level} />}
        <span className="patient-since tabular">{since(entry, now, say, clock)}</span>
        {entry.physician && <span className="quiet">{inLanguage(entry.physician)}</span>}
        {entry.state === "signed" && <span className="patient-signed">✓ {say("worklist.is_signed")}</span>}
      </span>
    </button>
  );
}

function since(entry: Entry, now: number, say: ReturnType<typeof useWords>["say"], clock: (moment: string) => string): string {
  const count = minutesSince(entry.since, now);
  switch (entry.place) {
    case "waiting":
      return say("worklist.queue.waits", { count });
    case "called":
      return say("worklist.queue.called_by", { count, name: entry.called_by });
    case "in_room":
      return say("worklist.queue.since", { time: clock(entry.since), name: entry.called_by });
    case "done":
      return say("worklist.queue.done_at", { time: clock(entry.since) });
  }
}
