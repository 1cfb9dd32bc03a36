/** The chosen session: its head, its words, what is understood, a panel when one is open, and the bar. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useCommand } from "../staff/command";
import { Failure } from "../staff/Failure";
import { useKeys } from "../staff/keys";
import { handBack, takeOver } from "../staff/server";
import { useWords } from "../staff/words";
import { AcknowledgePanel } from "./AcknowledgePanel";
import { isPrivate, openAlerts, type Card } from "./alerts";
import { Bar, type Command } from "./Bar";
import { ChartBand } from "./ChartBand";
import { EndPanel } from "./EndPanel";
import { HandBackPanel } from "./HandBackPanel";
import { Help } from "./Help";
import { LinkPanel, UnlinkPanel } from "./LinkPanel";
import { MessagePanel, noDraft, type Draft } from "./MessagePanel";
import { ReroutePanel } from "./ReroutePanel";
import { SessionHead } from "./SessionHead";
import { Transcript } from "./Transcript";
import { Understanding } from "./Understanding";

interface Props {
  card: Card;
  session: Schemas["BoardSession"] | null;
  me: Schemas["Me"];
  keys: readonly [boolean, (on: boolean) => void];
  draft: Draft | undefined;
  onDraft: (draft: Draft) => void;
  onChanged: () => void;
}

type Opened = Exclude<Command, "take"> | "help" | "link";

function possibleDeeds(card: Card, mine: boolean): ReadonlySet<Command> {
  const possible = new Set<Command>();
  const running = card.state !== "done";
  if (running && !mine) possible.add("take");
  if (running && mine) possible.add("release");
  const answered = card.level === "A" && openAlerts(card).length === 0;
  if (running && (answered || (mine && !openAlerts(card).some((alert) => alert.level === "A")))) possible.add("end");
  if (running) possible.add("message").add("reroute");
  if (openAlerts(card).length > 0) possible.add("acknowledge");
  return possible;
}

export function SessionPane({ card, session, me, keys, draft, onDraft, onChanged }: Props) {
  const { say } = useWords();
  const [keysOn, setKeysOn] = keys;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [revealed, setRevealed] = useState(false);
  const { busy, failure, run } = useCommand();
  const mine = card.taken && card.owner === me.name;
  const possible = possibleDeeds(card, mine);
  const due = possible.has("acknowledge") ? "acknowledge" : card.state === "waiting_for_person" ? "take" : null;

  const act = (command: Command) => {
    if (!possible.has(command) || busy) return;
    if (command === "take") {
      void run(() => takeOver(card.session_id)).then((done) => {
        onChanged();
        if (done) {
          setRevealed(true);
          setOpened("message");
        }
      });
    } else if (command === "release" && card.level === null) {
      void run(() => handBack(card.session_id, {})).then(onChanged);
      setOpened(null);
    } else {
      setOpened(opened === command ? null : command);
    }
  };
  const linkable = card.linkable || card.patient?.linked === true;
  const link = () => linkable && setOpened(opened === "link" ? null : "link");
  const help = () => setOpened(opened === "help" ? null : "help");
  const close = () => setOpened(null);
  useKeys(
    {
      t: () => act("take"),
      m: () => act("message"),
      r: () => act("reroute"),
      a: () => act("acknowledge"),
      h: () => act("release"),
      e: () => act("end"),
      l: link,
    },
    keysOn,
  );
  // The way to the help stays open when the other keys are off.
  useKeys({ "?": help, Escape: close });

  const covered = isPrivate(card) && !revealed && !mine;
  const panel = { card, onDone: onChanged, onClose: close };
  return (
    <article className="session" aria-label={say("board.session")}>
      <SessionHead card={card} covered={covered} opened={opened === "link"} onLink={link} />
      {card.patient && !covered && (
        <ChartBand
          key={card.patient.patient_id}
          session_id={card.session_id}
          patient_id={card.patient.patient_id}
        />
      )}
      {covered ? (
        <div className="cover">
          <p>{say("board.private.cover")}</p>
          <Button onPress={() => setRevealed(true)}>{say("board.private.show")}</Button>
        </div>
      ) : (
        <div className="session-body" aria-busy={session === null}>
          <Transcript key={card.session_id} lines={session?.lines ?? []} language={card.language} />
          {session ? <Understanding session={session} me={me} /> : <div className="understanding" />}
        </div>
      )}
      <div className="session-foot">
        {opened === "message" && possible.has("message") && (
          <MessagePanel {...panel} draft={draft ?? noDraft()} onDraft={onDraft} />
        )}
        {opened === "reroute" && <ReroutePanel {...panel} />}
        {opened === "acknowledge" && possible.has("acknowledge") && <AcknowledgePanel {...panel} />}
        {opened === "release" && possible.has("release") && card.level !== null && <HandBackPanel {...panel} />}
        {opened === "end" && possible.has("end") && <EndPanel {...panel} />}
        {opened === "link" && linkable && (card.linkable ? <LinkPanel {...panel} /> : <UnlinkPanel {...panel} />)}
        {opened === "help" && <Help on={keysOn} setOn={setKeysOn} onClose={close} />}
        <Failure of={failure} />
        <Bar possible={possible} opened={opened} due={due} onDeed={act} onHelp={help} />
      </div>
    </article>
  );
}
