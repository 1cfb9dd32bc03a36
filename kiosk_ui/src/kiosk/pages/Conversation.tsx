/** The nurse asks, the patient answers: one question, its answers, and always one's own words. */
import { useEffect, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Session } from "../../api/kiosk";
import { Answers } from "../parts/Answers";
import { BodyMap } from "../parts/BodyMap";
import { NurseWords } from "../parts/NurseWords";
import { PainScale } from "../parts/PainScale";
import { SayBox } from "../parts/SayBox";
import type { Reception } from "../useReception";

interface Props {
  reception: Reception;
  session: Session;
  onReadBack: () => void;
  /** There is a department already, and the way to it can be shown. */
  onDepartment?: () => void;
}

export function Conversation({ reception, session, onReadBack, onDepartment }: Props) {
  const intl = useIntl();
  const { question, reply } = session;
  const page = useRef<HTMLDivElement>(null);

  // A tapped answer is gone with its question: the keyboard goes on from the nurse's words, not from nowhere.
  useEffect(() => {
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
  }, [session.sequence]);

  return (
    <div className="page talk" ref={page} tabIndex={-1}>
      <section className="page-words">
        <h1 className="visually-hidden">
          <FormattedMessage id="talk.title" />
        </h1>
        {session.understood_line !== "" && (
          <Button kind="quiet" className="understood" onPress={onReadBack}>
            <span className="understood-line">
              <FormattedMessage id="talk.understood" />
              {session.understood_line}
            </span>
            <svg className="icon" viewBox="0 0 24 24" role="img" aria-label={intl.formatMessage({ id: "talk.correct" })}>
              <path d="M4 20l1-5L16 4l4 4L9 19z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
            </svg>
          </Button>
        )}
        <NurseWords reply={reply} words={reception.words} />
        <Said words={reception.said ?? session.said} />
        {onDepartment && session.recommendation?.department && (
          <div className="notice notice-done row">
            <p>
              <FormattedMessage id="talk.department" values={{ name: session.recommendation.department.name }} />
            </p>
            <Button onPress={onDepartment}>
              <FormattedMessage id="talk.showWay" />
            </Button>
          </div>
        )}
      </section>
      <section className="page-acts">
        {question && <Question key={`${question.key} ${session.turns}`} reception={reception} question={question} />}
        <SayBox language={reception.language} say={reception.say}>
          {session.can_undo && (
            <Button kind="quiet" onPress={() => void reception.undo()}>
              <FormattedMessage id="talk.goBack" />
            </Button>
          )}
        </SayBox>
      </section>
    </div>
  );
}

interface QuestionProps {
  reception: Reception;
  question: NonNullable<Session["question"]>;
}

function Question({ reception, question }: QuestionProps) {
  const [pointing, setPointing] = useState(false);
  const point = (text: string) => void reception.say(text, "tapped");
  return (
    <>
      {question.pain_scale && <PainScale onChoose={point} />}
      {question.body_map && (
        <Button className="wide" aria-expanded={pointing} onPress={() => setPointing(!pointing)}>
          <FormattedMessage id={pointing ? "talk.toAnswers" : "talk.bodyMap"} />
        </Button>
      )}
      {pointing ? <BodyMap onChoose={point} /> : <Answers question={question} choose={(o) => void reception.choose(o)} />}
    </>
  );
}

function Said({ words }: { words: string | null }) {
  if (words === null || words === "") return null;
  return (
    <p className="said">
      <FormattedMessage id="talk.you" />
      <FormattedMessage id="go.quote" values={{ words }} />
    </p>
  );
}
