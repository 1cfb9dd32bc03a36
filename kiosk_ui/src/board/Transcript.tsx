/** The conversation as it grows; stays at the newest words unless the nurse has gone up to read. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { SpokenMark } from "../staff/SpokenMark";
import { CLOCK, useWords } from "../staff/words";

type Line = Schemas["BoardLine"];

const NEAR_PX = 48;

export function Transcript({ lines, language }: { lines: readonly Line[]; language: string }) {
  const { say, intl } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState(false);
  const atEnd = useRef(true);
  const last = lines.at(-1)?.sequence;

  useLayoutEffect(() => {
    const list = place.current;
    if (list && atEnd.current) list.scrollTop = list.scrollHeight;
  });
  useEffect(() => {
    if (!atEnd.current) setBelow(true);
  }, [last]);

  const scrolled = () => {
    const list = place.current;
    if (!list) return;
    atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    if (atEnd.current) setBelow(false);
  };
  const toEnd = () => place.current?.scrollTo({ top: place.current.scrollHeight });

  return (
    <div className="transcript">
      <div
        ref={place}
        className="lines"
        role="log"
        aria-label={say("board.transcript")}
        tabIndex={0}
        onScroll={scrolled}
      >
        <ol>
          {lines.map((line) => (
            <li key={line.sequence} className={`line line-${line.speaker} ${line.undone ? "line-undone" : ""}`}>
              <time className="line-time tabular" dateTime={line.at}>
                {intl.formatTime(line.at, CLOCK)}
              </time>
              <span className="line-speaker">{line.name ?? say(`board.speaker.${line.speaker}`)}</span>
              <span className="line-text" lang={line.speaker === "system" ? undefined : language}>
                {line.undone ? <del>{line.text}</del> : line.text}
                {line.tapped && <span className="line-note"> {say("board.tapped.mark")}</span>}
                <SpokenMark line={line} className="line-note" />
                {line.undone && <span className="line-note"> {say("board.undone")}</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
      {below && (
        <Button className="to-end plain-press" onPress={toEnd}>
          {say("board.newer_below")}
        </Button>
      )}
    </div>
  );
}
