/** The nurse board: strip, cards, chosen session. */
import { useEffect, useState } from "react";
import { secondsSince, useNow } from "../staff/clock";
import type { Staff } from "../staff/Desk";
import { useKeys, useKeysOn } from "../staff/keys";
import { RecordsBox } from "../staff/records/RecordsBox";
import { useWords } from "../staff/words";
import { useAlarm } from "./alarm";
import { mustSound, type Card } from "./alerts";
import { Announcer } from "./Announcer";
import { CardColumn } from "./CardColumn";
import { DamagedNotice } from "./DamagedNotice";
import { kioskWords } from "./person";
import type { Draft } from "./MessagePanel";
import { SessionPane } from "./SessionPane";
import { Strip } from "./Strip";
import { Undelivered } from "./Undelivered";
import { useBoard } from "./useBoard";

const none: readonly Card[] = [];

export function BoardPage({ staff }: { staff: Staff }) {
  const { say, intl } = useWords();
  const [wanted, setWanted] = useState<string | null>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [keysOn, setKeysOn] = useKeysOn();
  const board = useBoard(wanted);
  const now = useNow(board.behind);
  const cards = board.view?.cards ?? none;
  const chosen = cards.find((card) => card.session_id === wanted) ?? null;
  const sound = useAlarm(mustSound(cards));

  // The worst is open when nobody has chosen; a choice is never taken away while its card is there.
  const worst = cards[0]?.session_id ?? null;
  if (chosen === null && worst !== wanted) setWanted(worst);

  const go = (by: number) => {
    const place = cards.findIndex((card) => card.session_id === wanted) + by;
    const next = cards[Math.min(Math.max(place, 0), cards.length - 1)];
    if (next) setWanted(next.session_id);
  };
  useKeys({ j: () => go(1), k: () => go(-1) }, keysOn);
  useKeys({ ArrowDown: () => inColumn() && go(1), ArrowUp: () => inColumn() && go(-1) });

  const waiting = board.view?.strip.waiting ?? 0;
  useEffect(() => {
    document.title = waiting > 0 ? say("board.title_waiting", { waiting }) : say("board.title");
  });

  // Whose records are meant is known once identity was compared, or a record handed over.
  const known = chosen && (chosen.verified || chosen.state === "done") ? chosen : null;
  const longest = Math.max(
    0,
    ...cards.map((card) => (card.waiting_since === null ? 0 : secondsSince(card.waiting_since, now))),
  );
  return (
    <div className="board">
      <Strip
        strip={board.view?.strip ?? null}
        longestWait={longest}
        live={board.silentSince === null}
        sound={sound}
        staff={staff}
      />
      {board.silentSince !== null && (
        <p className="notice notice-urgent silent">
          {say("board.silent", {
            time: intl.formatTime(board.silentSince, { hour: "2-digit", minute: "2-digit", second: "2-digit" }),
          })}
        </p>
      )}
      {board.view?.damaged.map((one) => (
        <DamagedNotice key={one.session_id} damaged={one} onEnded={board.refresh} />
      ))}
      {board.view?.misuse.map((one) => (
        <p key={`${one.kiosk}-${one.what}`} className="notice notice-urgent" role="alert">
          {say(`board.misuse.${one.what}`, { kiosk: kioskWords(one.kiosk, say) })}
        </p>
      ))}
      {board.view && <Undelivered delivery={board.view.delivery} onSent={board.refresh} />}
      <RecordsBox
        me={staff.me}
        open={known ? { session_id: known.session_id } : null}
        about={known ? say("records.about_session") : null}
        keysOn={keysOn}
        onChanged={board.refresh}
      />
      <div className="board-body">
        <nav className="column" aria-label={say("board.cards")}>
          <CardColumn cards={cards} now={now} chosenId={wanted} onChoose={setWanted} />
        </nav>
        <main className="pane">
          {chosen && (
            <SessionPane
              key={chosen.session_id}
              card={chosen}
              session={board.open}
              me={staff.me}
              keys={[keysOn, setKeysOn]}
              draft={drafts[chosen.session_id]}
              onDraft={(draft) => setDrafts((all) => ({ ...all, [chosen.session_id]: draft }))}
              onChanged={board.refresh}
            />
          )}
        </main>
      </div>
      <Announcer cards={cards} />
    </div>
  );
}

const inColumn = () => document.activeElement?.closest(".column") != null;
