/** The level of a red flag as a shape and a word; the colour only repeats them. */
import type { Schemas } from "../api/client";
import { useWords } from "./words";

type Level = Schemas["Level"];

const shapes: Record<Level | "call" | "none", string> = {
  A: "M7.5 1h9L23 7.5v9L16.5 23h-9L1 16.5v-9Z",
  B: "M12 0.5 23.5 12 12 23.5 0.5 12Z",
  C: "M12 2 23 21.5H1Z",
  P: "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22ZM5.5 10.2h13v3.6h-13Z",
  I: "M12 1 22 4.5V12c0 5.5-4.2 9.3-10 11C6.2 21.3 2 17.500 2 12V4.5Z",
  call: "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22ZM10.3 5.5h3.4v8h-3.4ZM10.3 15.5h3.4v3.4h-3.4Z",
  none: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z",
};

interface Props {
  level: Level | null;
  /** Somebody without a red flag who asks for a person: not routine either. */
  asks?: boolean;
}

export function LevelMark({ level, asks = false }: Props) {
  const { say } = useWords();
  const kind = level ?? (asks ? "call" : "none");
  return (
    <span className={`level level-${kind}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="level-shape">
        <path d={shapes[kind]} fillRule="evenodd" />
      </svg>
      {say(`staff.level.${kind}`)}
    </span>
  );
}
