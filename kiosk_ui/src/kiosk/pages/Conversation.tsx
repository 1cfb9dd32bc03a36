/** The nurse asks, the patient answers: one question, its answers, and always one's own words. */
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Department, Question, Session } from "../../api/kiosk";
import { Another } from "../parts/Another";
import { Answers } from "../parts/Answers";
import { BodyMap } from "../parts/BodyMap";
import { useTiles, type Tiles } from "../parts/chosen";
import { FirstAnswers } from "../parts/FirstAnswers";
import { NumberPad } from "../parts/NumberPad";
import { NurseWords } from "../parts/NurseWords";
import { PersonTiles } from "../parts/PersonTiles";
import { RowTiles } from "../parts/RowTiles";
import { SayBox } from "../parts/SayBox";
import { Scale } from "../parts/Scale";
import type { Reception } from "../useReception";
import { SayAgain } from "../voice/SayAgain";

const FIRST = "open"; // the first question: the box for words stands before its tiles
const WHO = "who"; // who is ill: facts in rows
const STORY = "story"; // what no tile asks for is told in words beside them
const GO_NOW = "skip";

interface Props {
  reception: Reception;
  session: Session;
  onReadBack: () => void;
  /** There is a department already, and the way to it can be shown. */
  onDepartment: () => void;
}

export function Conversation({ reception, session, onReadBack, onDepartment }: Props) {
  const { question, turns } = session;
  const department = session.recommendation?.department;
  const goNow = department && question?.ways_out.find(({ key }) => key === GO_NOW);
  const at = `${question?.key} ${turns}`;
  const tiles = useTiles(question, at);
  const first = question?.key === FIRST;
  const [typing, setTyping] = useState("");

  const bare = question?.options.length === 0 && question.pad === null;
  const stands = typing === at || !question || bare || question.key === STORY;

  const undo = session.can_undo && (
    <Button kind="quiet" onPress={() => void reception.undo()}>
      <FormattedMessage id="talk.goBack" />
    </Button>
  );
  const say = (
    <section key={`say ${at} ${typing}`} className="talk-say">
      <SayBox
        language={reception.language}
        say={(text, spoken) => reception.say(text, spoken, tiles.tapped)}
        folded={stands ? false : first ? "large" : true}
      >
        {session.reply && <SayAgain />}
        {undo}
      </SayBox>
    </section>
  );
  const answers = question && (
    <section key={at} className="talk-answers">
      <Ways
        reception={reception}
        question={{ ...question, ways_out: question.ways_out.filter((way) => way !== goNow) }}
        tiles={tiles}
        onElse={() => setTyping(at)}
      />
    </section>
  );
  return (
    <div className={first ? "page talk talk-first" : "page talk"}>
      <section className="page-words">
        <UnderstoodLine line={session.understood_line} onReadBack={onReadBack} />
        {/* What was answered stands before what is asked now, and is no answer to it. */}
        <Said words={reception.said ?? session.said} tapped={reception.said === null ? session.said_by_tap : reception.saidByTap} />
        {/* The question is the page's heading, as it is said. */}
        <NurseWords reply={session.reply} words={reception.words} question={question?.text} heading silent />
        {department && (
          <Named department={department} left={question?.optional === true ? (session.questions_left ?? 0) : null}>
            <Button onPress={onDepartment}>
              <FormattedMessage id="talk.showWay" />
            </Button>
            <Another reception={reception} />
            {goNow && <Button onPress={() => void reception.choose(goNow, tiles.tapped)}>{goNow.label}</Button>}
          </Named>
        )}
      </section>
      {first ? [say, answers] : [answers, say]}
    </div>
  );
}

function UnderstoodLine({ line, onReadBack }: { line: string; onReadBack: () => void }) {
  const intl = useIntl();
  if (line === "") return null;
  return (
    <Button kind="quiet" className="understood" onPress={onReadBack}>
      <span className="understood-line">
        <FormattedMessage id="talk.understood" />
        {line}
      </span>
      <svg className="icon" viewBox="0 0 24 24" role="img" aria-label={intl.formatMessage({ id: "talk.correct" })}>
        <path d="M4 20l1-5L16 4l4 4L9 19z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      </svg>
    </Button>
  );
}

interface NamedProps {
  department: Department;
  /** How many questions for the doctor are left; null when the question on the screen is none of them. */
  left: number | null;
  children: ReactNode;
}

/** The department, while the doctor's questions are still asked: the patient may go at any time. */
function Named({ department, left, children }: NamedProps) {
  const place = { building: department.building, floor: department.floor, room: department.room };
  return (
    <div className="notice notice-done named">
      <p className="words-l">
        <FormattedMessage id="talk.department" values={{ name: department.name }} />
      </p>
      <p className="place">
        <FormattedMessage id="go.place" values={{ ...place }} />
      </p>
      {left !== null && (
        <p>
          <FormattedMessage id="talk.forDoctor" values={{ count: left }} />
        </p>
      )}
      <div className="row">{children}</div>
    </div>
  );
}

interface WaysProps {
  reception: Reception;
  question: Question;
  tiles: Tiles;
  onElse: () => void;
}

/** All that can be tapped: tiles, and beside them a pad or a body to point at. */
function Ways({ reception, question, tiles, onElse }: WaysProps) {
  const [pointing, setPointing] = useState(false);
  const point = (text: string) => void reception.point(text, tiles.tapped);
  const answers = <Answers question={question} tiles={tiles} reception={reception} />;
  if (question.key === WHO) return <PersonTiles question={question} reception={reception} />;
  if (question.rows.length > 0) return <RowTiles question={question} tiles={tiles} reception={reception} />;
  if (question.pad === "of_ten")
    return (
      <>
        <Scale onSend={point} />
        {answers}
      </>
    );
  if (question.pad)
    return (
      <div className="beside">
        <NumberPad pad={question.pad} onSend={point} />
        {answers}
      </div>
    );
  if (!question.body_map) return answers;
  if (question.key === FIRST)
    return <FirstAnswers reception={reception} question={question} tiles={tiles} onElse={onElse} />;
  if (pointing)
    return (
      <BodyMap onChoose={(place) => void reception.choose(place, tiles.tapped)}>
        <Button onPress={() => setPointing(false)}>
          <FormattedMessage id="talk.toAnswers" />
        </Button>
      </BodyMap>
    );
  return (
    <>
      <Button className="wide" onPress={() => setPointing(true)}>
        <FormattedMessage id="talk.bodyMap" />
      </Button>
      {answers}
    </>
  );
}

function Said({ words, tapped }: { words: string | null; tapped: boolean }) {
  if (words === null || words === "") return null;
  if (tapped)
    return (
      <p className="said">
        <FormattedMessage id="talk.you_tapped" values={{ words }} />
      </p>
    );
  return (
    <p className="said">
      <FormattedMessage id="talk.you" />
      <FormattedMessage id="go.quote" values={{ words }} />
    </p>
  );
}
