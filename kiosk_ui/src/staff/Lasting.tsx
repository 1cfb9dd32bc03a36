/** How long the sign-in lasts still: said before it ends, and drawn out while somebody is there. */
import { useEffect, useRef, useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { here } from "./server";
import { useWords } from "./words";

const WARNED_MS = 120_000;
const TOLD_MS = 60_000; // the server hears of somebody no oftener
const LOOK_MS = 5_000;
const ACT_MS = 1_000; // acts closer to each other are one
const ACTS = ["pointerdown", "keydown", "wheel"] as const;
const KEPT = "frontdesk.here"; // the browser's other pages are used as well

interface Props {
  me: Schemas["Me"];
  /** Of a page that is watched rather than used: an open board counts as being there. */
  watched: boolean;
  onOver: () => void;
}

export function Lasting({ me, watched, onOver }: Props) {
  const { say, intl } = useWords();
  const [began] = useState(() => Date.now());
  const [now, setNow] = useState(began);
  const told = useRef(began);
  const lastAct = () => Math.max(Number(localStorage.getItem(KEPT)) || 0, began);
  const [acted, setActed] = useState(began);

  const stay = () => {
    const moment = Date.now();
    if (moment - acted < ACT_MS) return;
    localStorage.setItem(KEPT, String(moment));
    setActed(moment);
    if (moment - told.current < TOLD_MS) return;
    told.current = moment;
    here().catch(() => undefined); // who is signed out is told so
  };
  const stayRef = useRef(stay);
  useEffect(() => {
    stayRef.current = stay;
  });
  useEffect(() => {
    const act = () => stayRef.current();
    for (const kind of ACTS) window.addEventListener(kind, act, { passive: true });
    return () => {
      for (const kind of ACTS) window.removeEventListener(kind, act);
    };
  }, []);
  useEffect(() => {
    const looking = window.setInterval(() => {
      setNow(Date.now());
      setActed(lastAct());
    }, LOOK_MS);
    return () => window.clearInterval(looking);
  });

  const end = began + me.seconds_left * 1000;
  const idleEnd = watched ? Infinity : acted + me.idle_seconds * 1000;
  const first = Math.min(end, idleEnd);
  const over = now >= first;
  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);
  if (over || first - now > WARNED_MS) return null;
  const time = intl.formatTime(first, { hour: "2-digit", minute: "2-digit", hour12: false });
  return (
    <div role="alert" className="lasting notice notice-urgent screen-only">
      <p>{say(first === end ? "staff.ends" : "staff.idle", { time })}</p>
      {first === end ? (
        <Button onPress={onOver}>{say("staff.ends.again")}</Button>
      ) : (
        <Button onPress={stay}>{say("staff.idle.stay")}</Button>
      )}
    </div>
  );
}
