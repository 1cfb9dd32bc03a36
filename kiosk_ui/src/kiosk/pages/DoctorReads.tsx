/** What the doctor will read, under its headings: each line to take out or to say anew, and one button that it is right. */
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Option, ReadLine, ReadPart, Session } from "../../api/kiosk";
import { NurseWords } from "../parts/NurseWords";
import { SayBox } from "../parts/SayBox";
import type { Reception } from "../useReception";

/** Characters from which a line has a row of its own. */
const LONG = 28;

interface Props {
  reception: Reception;
  session: Session;
  /** The answer that all of it is right, where the nurse asks for it; else the page only shows what was understood. */
  right?: Option;
  onDone?: () => void;
}

export function DoctorReads({ reception, session, right, onDone }: Props) {
  const intl = useIntl();
  const add = async (text: string) => {
    const taken = await reception.say(text);
    if (taken) onDone?.();
    return taken;
  };
  return (
    <div className="page-one">
      {right ? (
        <>
          <h1 className="visually-hidden">
            <FormattedMessage id="reads.title" />
          </h1>
          <NurseWords reply={session.reply} words={reception.words} question={session.question?.text} />
        </>
      ) : (
        <SoFar empty={session.doctor_reads.every(({ lines }) => lines.length === 0)} />
      )}
      <div className="reads">
        {session.doctor_reads.map((part) => (
          <Part key={part.part} part={part} reception={reception} />
        ))}
      </div>
      <Button
        kind="primary"
        className="wide tall reads-right"
        onPress={() => (right ? void reception.choose(right) : onDone?.())}
      >
        {right ? right.label : <FormattedMessage id="reads.done" />}
      </Button>
      <SayBox language={reception.language} label={intl.formatMessage({ id: "reads.missing" })} say={add}>
        {right && session.can_undo && (
          <Button kind="quiet" onPress={() => void reception.undo()}>
            <FormattedMessage id="talk.goBack" />
          </Button>
        )}
      </SayBox>
    </div>
  );
}

function SoFar({ empty }: { empty: boolean }) {
  return (
    <>
      <h1 className="words-xl">
        <FormattedMessage id="reads.soFar" />
      </h1>
      <p>
        <FormattedMessage id={empty ? "reads.empty" : "reads.text"} />
      </p>
    </>
  );
}

function Part({ part: { part, lines }, reception }: { part: ReadPart; reception: Reception }) {
  const [open, setOpen] = useState<string | null>(null);
  const [unfolded, setUnfolded] = useState(false);
  const denied = lines.filter((line) => line.denied);
  const folds = denied.length > 1 && !unfolded;
  const shown = folds ? lines.filter((line) => !line.denied) : lines;
  const correct = async (key: string, text: string) => {
    const taken = await reception.correct(key, text);
    if (taken) setOpen(null);
    return taken;
  };
  return (
    <section className="reads-part">
      <h2>
        <FormattedMessage id={`reads.part.${part}`} />
      </h2>
      {lines.length === 0 && (
        <p className="quiet">
          <FormattedMessage id="reads.nothing" />
        </p>
      )}
      {lines.length > 0 && (
        <ul className="reads-lines">
          {shown.map((line, place) => {
            const isOpen = line.key !== null && open === line.key;
            const wide = isOpen || isWide(line) ? " reads-wide" : "";
            return (
              <li key={line.key ?? place} className={`${line.contradicted ? "contradicts" : ""}${wide}`}>
                <Line line={line} open={isOpen} onTap={() => setOpen(isOpen ? null : line.key)} />
                {isOpen && <Change line={line} reception={reception} correct={(text) => correct(line.key ?? "", text)} />}
              </li>
            );
          })}
          {folds && <Folded lines={denied} onTap={() => setUnfolded(true)} />}
        </ul>
      )}
    </section>
  );
}

/** Words that were said, and what is long, have a row of their own. */
const isWide = ({ key, quoted, contradicted, text }: ReadLine) => key === null || quoted || contradicted || text.length > LONG;

/** What is not there, in one line until it is touched. */
function Folded({ lines, onTap }: { lines: readonly ReadLine[]; onTap: () => void }) {
  const intl = useIntl();
  return (
    <li className="reads-wide">
      <Button kind="quiet" className="reads-button" aria-expanded={false} onPress={onTap}>
        <span className="reads-words">{lines.map(({ text }) => text).join(intl.formatMessage({ id: "reads.gap" }))}</span>
        <Pencil />
      </Button>
    </li>
  );
}

/** The whole line can be touched; a note that is not the patient's own only stands there. */
function Line({ line, open, onTap }: { line: ReadLine; open: boolean; onTap: () => void }) {
  if (line.key === null) return <p className="reads-words">{line.text}</p>;
  return (
    <Button kind="quiet" className="reads-button" aria-expanded={open} onPress={onTap}>
      <span className="reads-words">
        {line.asked !== null && (
          <span className="quiet reads-asked">
            <FormattedMessage id="reads.asked" values={{ question: line.asked }} />{" "}
          </span>
        )}
        {line.quoted ? <FormattedMessage id="go.quote" values={{ words: line.text }} /> : line.text}
        {line.contradicted && (
          <strong className="reads-contradicted">
            {" "}
            <FormattedMessage id="reads.contradicted" />
          </strong>
        )}
      </span>
      <Pencil />
    </Button>
  );
}

function Pencil() {
  const intl = useIntl();
  return (
    <svg className="icon" viewBox="0 0 24 24" role="img" aria-label={intl.formatMessage({ id: "reads.change" })}>
      <path d="M4 20l1-5L16 4l4 4L9 19z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}

interface ChangeProps {
  line: ReadLine;
  reception: Reception;
  correct: (text: string) => Promise<boolean>;
}

function Change({ line, reception, correct }: ChangeProps) {
  const intl = useIntl();
  return (
    <div className="reads-change">
      <Button onPress={() => void correct("")}>
        <FormattedMessage id="reads.out" />
      </Button>
      <SayBox
        short
        language={reception.language}
        initial={line.quoted ? line.text : ""}
        label={intl.formatMessage({ id: "reads.words" })}
        say={correct}
      />
    </div>
  );
}
