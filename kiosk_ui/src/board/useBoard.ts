/** The board as the server tells it: read, followed by events, read again; with the session that is open. */
import { useEffect, useState } from "react";
import { follow, type Schemas } from "../api/client";
import { boardReader, type Happened } from "./reader";

export interface Board {
  view: Schemas["BoardView"] | null;
  open: Schemas["BoardSession"] | null;
  /** Milliseconds by which this computer's clock is behind the server's. */
  behind: number;
  /** Null while news arrives; else since when, by this computer's clock, it no longer does. */
  silentSince: number | null;
  refresh: () => void;
}

// Read anyway now and then: a proxy may hold a stream open and let nothing through.
const ANYWAY_MS = 20_000;

export function useBoard(openId: string | null): Board {
  const [view, setView] = useState<Schemas["BoardView"] | null>(null);
  const [open, setOpen] = useState<Schemas["BoardSession"] | null>(null);
  const [behind, setBehind] = useState(0);
  const [start, setStart] = useState<number | null>(null);
  const [silentSince, setSilentSince] = useState<number | null>(null);
  const [reader] = useState(() =>
    boardReader({
      onBoard: (reading) => {
        setView(reading.view);
        setBehind(reading.behind);
        setStart((first) => first ?? reading.view.position);
      },
      onSession: setOpen,
      onSilence: () => setSilentSince((since) => since ?? Date.now()),
    }),
  );

  useEffect(() => reader.want(openId), [reader, openId]);

  useEffect(() => {
    reader.board();
    const timer = window.setInterval(reader.both, ANYWAY_MS);
    return () => window.clearInterval(timer);
  }, [reader]);

  useEffect(() => {
    if (start === null) return;
    return follow<Happened>({
      path: `/api/board/events?after=${start}`,
      event: "board",
      onEvent: reader.happened,
      onConnection: (there) => {
        setSilentSince((since) => (there ? null : (since ?? Date.now())));
        if (there) reader.both();
      },
    });
  }, [reader, start]);

  return { view, open: open?.card.session_id === openId ? open : null, behind, silentSince, refresh: reader.both };
}
