/** The nurse board: strip, kiosks, cards, chosen session. */
import { useEffect, useRef, useState } from "react";
import { named } from "../api/named";
import { secondsSince, useNow } from "../staff/clock";
import type { Staff } from "../staff/Desk";
import { useKeys, useKeysOn } from "../staff/keys";
import { RecordsBox } from "../staff/records/RecordsBox";
import { useDepartments } from "../staff/departments";
import { DepartmentNames, useWords } from "../staff/words";
import { useAlarm } from "./alarm";
import { mustSound, type Card } from "./alerts";
import { Announcer } from "./Announcer";
import { CardColumn } from "./CardColumn";
import { DamagedNotice } from "./DamagedNotice";
import { everything, fits, isOver, isSet } from "./filter";
import { FilterBar } from "./FilterBar";
import { KioskWall } from "./KioskWall";
import { kioskWords } from "./person";
import type { Draft } from "./MessagePanel";
import { SessionPane } from "./SessionPane";
import { ShiftPanel } from "./ShiftPanel";
import { Strip } from "./Strip";
import { Undelivered } from "./Undelivered";
import { useBoard } from "./useBoard";

const none: readonly Card[] = [];

export function BoardPage({ staff }: { staff: Staff }) {
  const { say, intl } = useWords();
  const [wanted, setWanted] = useState<string | null>(null);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [filter, setFilter] = useState(everything);
  const [overOpen, setOverOpen] = useState(false);
  const [shiftOpen, setShiftOpen] = useState(false);
  const [keysOn, setKeysOn] = useKeysOn();
  const find = useRef<HTMLInputElement>(null);
  const board = useBoard(wanted);
  const departments = useDepartments();
  const now = useNow(board.behind);
  const cards = board.view?.cards ?? none;
  const chosen = cards.find((card) => card.session_id === wanted) ?? null;
  const ringing = mustSound(cards);
  const sound = useAlarm(ringing);

  const fitting = cards.filter((card) => fits(card, filter, staff.me.name));
  const standing = fitting.filter((card) => !isOver(card));
  const over = fitting.filter(isOver);
  // What is looked for may be over.
  const isOverOpen = overOpen || (isSet(filter) && standing.length === 0) || (chosen !== null && over.includes(chosen));
  const listed = isOverOpen ? [...standing, ...over] : standing;

  // The worst is open when nobody has chosen; a choice is never taken away while its card is there.
  const worst = standing[0]?.session_id ?? null;
  if (chosen === null && worst !== wanted) setWanted(worst);

  const go = (by: number) => {
    const place = listed.findIndex((card) => card.session_id === wanted);
    const next = listed[place < 0 ? 0 : Math.min(Math.max(place + by, 0), listed.length - 1)];
    if (next) setWanted(next.session_id);
  };
  const openOver = (open: boolean) => {
    setOverOpen(open);
    if (!open && chosen !== null && over.includes(chosen)) setWanted(worst);
  };
  useKeys(
    { j: () => go(1), k: () => go(-1), f: () => find.current?.focus(), s: () => setShiftOpen((open) => !open) },
    keysOn,
  );
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
    <DepartmentNames value={departments}>
    <div className="board">
      <div className="board-top">
        <Strip
          strip={board.view?.strip ?? null}
          longestWait={longest}
          live={board.silentSince === null}
          sound={sound}
          staff={staff}
          shiftOpen={shiftOpen}
          onShift={() => setShiftOpen(!shiftOpen)}
        />
        {!sound.on && (
          <p className="notice notice-urgent silent" role={ringing ? "alert" : "status"}>
            {say("board.sound.off")}
          </p>
        )}
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
        {board.view && <KioskWall kiosks={board.view.kiosks} now={now} onChoose={setWanted} />}
        {shiftOpen && <ShiftPanel onClose={() => setShiftOpen(false)} />}
        <RecordsBox
          me={staff.me}
          open={known ? { session_id: known.session_id } : null}
          about={known ? say("records.about_session") : null}
          keysOn={keysOn}
          onChanged={board.refresh}
        />
      </div>
      <div className="board-body">
        <div className="column">
          <FilterBar
            ref={find}
            cards={cards}
            filter={filter}
            hidden={cards.length - fitting.length}
            onFilter={setFilter}
          />
          <CardColumn
            cards={standing}
            over={over}
            isOpen={isOverOpen}
            onOpen={openOver}
            filtered={fitting.length < cards.length}
            now={now}
            chosenId={wanted}
            onChoose={setWanted}
          />
        </div>
        <main className="pane">
          {chosen && (
            <SessionPane
              key={chosen.session_id}
              card={chosen}
              session={board.open}
              me={staff.me}
              keys={[keysOn, setKeysOn]}
              draft={named(drafts, chosen.session_id)}
              onDraft={(draft) => setDrafts((all) => ({ ...all, [chosen.session_id]: draft }))}
              onChanged={board.refresh}
            />
          )}
        </main>
      </div>
      <Announcer cards={cards} />
    </div>
    </DepartmentNames>
  );
}

const inColumn = () => document.activeElement?.closest(".cards") != null;
