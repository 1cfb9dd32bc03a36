/** The thin strip on top: how many, how long, what answers, and whether the news is fresh. */
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { span } from "../staff/clock";
import { Corner, type Staff } from "../staff/Desk";
import { Key } from "../staff/Key";
import { useWords } from "../staff/words";

interface Props {
  strip: Schemas["Strip"] | null;
  longestWait: number;
  live: boolean;
  sound: { on: boolean; turnOn: () => void };
  staff: Staff;
  shiftOpen: boolean;
  onShift: () => void;
}

export function Strip({ strip, longestWait, live, sound, staff, shiftOpen, onShift }: Props) {
  const { say } = useWords();
  const answeredBy = ({ mode, model_away: away }: Schemas["Strip"]) =>
    away ? say("board.strip.away", { name: mode }) : mode === "embedded" ? say("board.strip.embedded") : mode;
  const servers = strip?.model_servers ?? [];
  const loads = (strip?.model_loads ?? []).map((load, _, { length }) => {
    const told = [say("board.strip.load", { running: load.running, waiting: load.waiting })];
    if (load.tokens_per_second != null) told.push(say("board.strip.rate", { rate: Math.round(load.tokens_per_second) }));
    if (load.cache != null) told.push(say("board.strip.cache", { share: Math.round(100 * load.cache) }));
    return (Math.max(length, servers.length) > 1 ? [load.server, load.names, ...told] : told).join(" · ");
  });
  const gone = servers.filter((one) => !one.well).map((one) => one.server);
  if (gone.length > 0 && gone.length < servers.length)
    loads.unshift(say("board.strip.servers", { well: servers.length - gone.length, all: servers.length, gone: gone.join(", ") }));
  return (
    <header className="strip">
      <h1 className="strip-title" tabIndex={-1}>{say("board.title")}</h1>
      <dl className="strip-figures">
        <Figure name={say("board.strip.sessions")} value={String(strip?.sessions ?? "–")} />
        <Figure
          name={say("board.strip.waiting")}
          value={String(strip?.waiting ?? "–")}
          loud={(strip?.waiting ?? 0) > 0}
        />
        <Figure name={say("board.strip.longest")} value={longestWait > 0 ? span(longestWait) : "–"} />
        <Figure
          name={say("board.strip.machine")}
          value={strip === null ? "–" : answeredBy(strip)}
          loud={strip?.model_away === true}
          more={loads}
        />
      </dl>
      <p className={live ? "strip-live" : "strip-live strip-silent"} role="status">
        <span aria-hidden="true">{live ? "●" : "▲"}</span> {say(live ? "board.strip.live" : "board.strip.silent")}
      </p>
      {sound.on ? (
        <p className="strip-live" role="status">
          <span aria-hidden="true">♪</span> {say("board.sound.on")}
        </p>
      ) : (
        <Button kind="primary" className="plain-press" onPress={sound.turnOn}>
          {say("board.sound.turn_on")}
        </Button>
      )}
      <Button kind="quiet" className="plain-press" aria-expanded={shiftOpen} aria-keyshortcuts="S" onPress={onShift}>
        {say("board.shift")} <Key name="S" />
      </Button>
      <Corner staff={staff} />
    </header>
  );
}

interface FigureProps {
  name: string;
  value: string;
  loud?: boolean;
  more?: string[];
}

function Figure({ name, value, loud = false, more = [] }: FigureProps) {
  return (
    <div className={loud ? "figure figure-loud" : "figure"}>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
      {more.map((line) => (
        <dd key={line} className="figure-more tabular">
          {line}
        </dd>
      ))}
    </div>
  );
}
