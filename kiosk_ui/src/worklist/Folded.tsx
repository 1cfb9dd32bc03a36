/** A section folded to one line on the screen; paper has it whole. */
import { useId, useState, type ReactNode } from "react";
import { useWords } from "../staff/words";

interface Props {
  title: string;
  section: string;
  /** What stands on the one line. */
  line: string;
  count: number;
  note?: ReactNode;
  /** Something in it is being written. */
  open?: boolean;
  children: ReactNode;
}

export function Folded({ title, section, line, count, note, open = false, children }: Props) {
  const { say } = useWords();
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const shown = unfolded || open;
  return (
    <section className={`part part-${section} part-folded`}>
      <h3>
        {title} {note}
      </h3>
      <div className="part-words">
        {count === 0 ? (
          <p className="nothing">{line}</p>
        ) : (
          <button
            type="button"
            className="fold screen-only"
            aria-expanded={shown}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
          >
            <span className="fold-mark" aria-hidden="true">
              {shown ? "▾" : "▸"}
            </span>
            <span className="fold-count">{count}</span>
            <span className={shown ? "visually-hidden" : "fold-line"}>{line}</span>
            {shown && <span>{say("worklist.fold")}</span>}
          </button>
        )}
        <div id={id} className={shown ? "folded" : "folded folded-away"}>
          {children}
        </div>
      </div>
    </section>
  );
}
