/** Says pieces one after the other: while one is heard, the next is fetched. What is new may cut short what is old. */
import { Refused, Unreachable } from "../../api/client";

/** Fetches the sound of one piece. */
export type Piece = () => Promise<Blob>;
/** Why nothing is heard: the browser wants a touch first, or there is no voice or no loudspeaker. */
export type Trouble = "blocked" | "silent";

export interface Standing {
  speaking: boolean;
  trouble: Trouble | null;
}

export interface Loudspeaker {
  /** Resolves when all of it was heard, or it was stopped. */
  play: (sound: Blob, volume: number) => Promise<void>;
  stop: () => void;
  /** Silent until it goes on from the same place. */
  hush: () => void;
  goOn: () => void;
}

/** What the server may say of a piece without anything being wrong: it is past the end, private, or not on the page. */
const LEFT_OUT = new Set(["not_found", "not_aloud", "not_on_the_page"]);

export function speaking(loudspeaker: Loudspeaker = browsers()) {
  let standing: Standing = { speaking: false, trouble: null };
  let queue: Piece[] = [];
  let talk = 0;
  let volume = 1;
  /** Resolved once nobody speaks who may speak to us. */
  let hushed: Hush | null = null;
  const listeners = new Set<() => void>();

  const stand = (change: Partial<Standing>) => {
    standing = { ...standing, ...change };
    listeners.forEach((listener) => listener());
  };

  const run = async (mine: number) => {
    const fetched = () => queue.shift()?.().catch(fault);
    let next = fetched();
    while (next !== undefined) {
      const sound = await next;
      if (mine !== talk) return;
      next = fetched();
      if (sound === null) continue;
      await hushed?.over;
      if (mine !== talk) return;
      if (typeof sound === "string") {
        stand({ speaking: false, trouble: sound });
        return;
      }
      const trouble = await loudspeaker.play(sound, volume).then(
        () => null,
        (error: unknown): Trouble => (error instanceof Error && error.name === "NotAllowedError" ? "blocked" : "silent"),
      );
      if (mine !== talk) return;
      stand(trouble === null ? { trouble } : { speaking: false, trouble });
      if (trouble !== null) return;
      next ??= fetched();
    }
    stand({ speaking: false });
  };

  const stop = () => {
    talk += 1;
    queue = [];
    loudspeaker.stop();
    if (standing.speaking) stand({ speaking: false });
  };

  return {
    read: () => standing,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** After what is being said. */
    add: (pieces: readonly Piece[]) => {
      queue.push(...pieces);
      if (standing.speaking || queue.length === 0) return;
      stand({ speaking: true });
      void run((talk += 1));
    },
    stop,
    /** Somebody may begin to speak: silent, and not yet stopped. */
    hush: () => {
      hushed ??= new Hush();
      loudspeaker.hush();
    },
    goOn: () => {
      if (hushed === null) return;
      hushed.end();
      hushed = null;
      loudspeaker.goOn();
    },
    setVolume: (to: number) => (volume = to),
    /** For the next person: what was said of trouble is forgotten. */
    forget: () => {
      stop();
      stand({ trouble: null });
    },
  };
}

class Hush {
  end: () => void = () => undefined;
  readonly over = new Promise<void>((resolve) => (this.end = resolve));
}

/** Null: there is nothing to be heard of this piece, and the next one follows. */
function fault(error: unknown): Trouble | null {
  if (error instanceof Unreachable) return null; // away or busy for a moment
  return error instanceof Refused && LEFT_OUT.has(error.code) ? null : "silent";
}

/** One element for all that is said, so that a touch that let it play once lets it play again. */
function browsers(): Loudspeaker {
  const audio = new Audio();
  let ended: () => void = () => undefined;
  let plays = false;
  return {
    play: async (sound, volume) => {
      const url = URL.createObjectURL(sound);
      audio.src = url;
      audio.volume = volume;
      const over = new Promise<void>((resolve, reject) => {
        ended = resolve;
        audio.onended = () => resolve();
        audio.onerror = () => reject(new Error("no sound"));
      });
      over.catch(() => undefined); // where play() fails first, it tells
      plays = true;
      try {
        await audio.play().catch((error: unknown) => {
          if (!(error instanceof Error && error.name === "AbortError")) throw error; // hushed before it sounded
        });
        await over;
      } finally {
        plays = false;
        URL.revokeObjectURL(url);
      }
    },
    stop: () => {
      audio.pause();
      ended();
    },
    hush: () => audio.pause(),
    goOn: () => {
      if (plays) audio.play().catch(ended);
    },
  };
}
