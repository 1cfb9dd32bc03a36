/** Chooses the page for where the conversation stands, and watches whether somebody is there. */
import { useEffect, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { Session } from "../api/kiosk";
import { Messages } from "../messages/Messages";
import { LargeType, useDisplay, type Display } from "./display";
import { Frame } from "./Frame";
import { Consent } from "./pages/Consent";
import { Conversation } from "./pages/Conversation";
import { DoctorReads } from "./pages/DoctorReads";
import { Emergency } from "./pages/Emergency";
import { Enquiry } from "./pages/Enquiry";
import { Ended } from "./pages/Ended";
import { GetHelp } from "./pages/GetHelp";
import { Identity } from "./pages/Identity";
import { NurseCalled } from "./pages/NurseCalled";
import { Pairing } from "./pages/Pairing";
import { Private } from "./pages/Private";
import { Recommendation } from "./pages/Recommendation";
import { Resume } from "./pages/Resume";
import { SlipPage } from "./pages/SlipPage";
import { WayPage } from "./pages/WayPage";
import { Welcome } from "./pages/Welcome";
import { WithNurse } from "./pages/WithNurse";
import { catalogues } from "./parts/catalogues";
import { FinishQuestion } from "./parts/FinishQuestion";
import { ChosenContext } from "./parts/InBoth";
import { Hours } from "./parts/Place";
import { IdleWarning } from "./parts/IdleWarning";
import { isAwaited } from "./reception";
import { useHere } from "./useHere";
import { useIdle } from "./useIdle";
import { EarsContext, type Ears } from "./voice/useHearing";
import { useReception, type Reception } from "./useReception";
import { ReadingKeys } from "./voice/ReadingKeys";
import { SpeechOf, useSpeech } from "./voice/useSpeech";

/** The page of what the doctor will read, before anybody goes. */
const DOCTOR_READS = "doctor_reads";
/** The way out of the questions for the doctor. */
const GO_NOW = "skip";

/** A page of the kiosk's own beside the conversation. */
type Aside = "resume" | "enquiry" | "readback" | "department" | "way" | "emergency" | null;

const NEVER_IDLE = new Set<Session["phase"]>(["emergency", "private", "ended"]);

export function Kiosk() {
  const reception = useReception();
  const display = useDisplay(reception.session?.session_id ?? null);
  return (
    <Messages language={reception.language} catalogues={catalogues}>
      <SpeechOf reception={reception}>
        <ChosenContext value={reception.chosen}>
          <Screen reception={reception} display={display} />
        </ChosenContext>
        <ReadingKeys />
      </SpeechOf>
    </Messages>
  );
}

function Screen({ reception, display }: { reception: Reception; display: Display }) {
  const { hospital, session } = reception;
  const [aside, setAside] = useState<Aside>(null);
  const [finishing, setFinishing] = useState<string | null>(null);
  const speech = useSpeech();
  const ears = useEars(reception, display);
  const next = () => {
    setAside(null);
    setFinishing(null);
    display.reset();
    speech.reset();
  };
  const left = useAttention({ reception, display, open: session !== null || aside !== null, onGone: next });

  useHere(hospital?.paired ?? false);

  const name = hospital?.name[reception.language];
  useEffect(() => {
    if (name !== undefined) document.title = name;
  }, [name]);

  if (!hospital)
    return (
      <main className="plain-page" role="status">
        <FormattedMessage id="connect.title" />
      </main>
    );
  if (reception.alone) return <GetHelp reception={reception} />;
  if (!hospital.paired) return <Pairing reception={reception} />;
  if (session?.phase === "emergency") return <Emergency reception={reception} session={session} />;
  if (session?.phase === "private") return <Private />;

  // Who goes while questions for the doctor are left sees first what the doctor will read.
  const goNow = session?.recommendation && session.question?.ways_out.find(({ key }) => key === GO_NOW);
  const askToFinish = () => setFinishing(session?.session_id ?? null);
  const goes = goNow ? () => void reception.choose(goNow) : askToFinish;
  const calling = session !== null && isAwaited(session) && (reception.calling || session.phase === "with_nurse");
  const at = [calling, session?.phase, session?.question?.key, session?.turns, aside, reception.slip !== null].join(" ");
  const finish = session && session.phase !== "ended" ? goes : undefined;
  const page = session ? (
    <InSession reception={reception} session={session} aside={aside} setAside={setAside} onDone={finish} onRestart={() => {
      next();
      reception.restart();
    }} />
  ) : aside === "resume" ? (
    <Resume reception={reception} onBack={() => setAside(null)} />
  ) : aside === "enquiry" ? (
    <Enquiry reception={reception} hospital={hospital} onBack={() => setAside(null)} />
  ) : (
    <Welcome
      reception={reception}
      onAsk={(language) => {
        void reception.speak(language);
        setAside("enquiry");
      }}
      onResume={(language) => {
        void reception.speak(language);
        setAside("resume");
      }}
    />
  );
  return (
    <>
      <Frame reception={reception} display={display} at={at} calling={calling} onFinish={finish}>
        <LargeType value={display.large}>
          <EarsContext value={ears}>{page}</EarsContext>
        </LargeType>
      </Frame>
      {session && finish && left === null && finishing === session.session_id && (
        <FinishQuestion
          session={session}
          onStay={() => setFinishing(null)}
          onFinish={() => {
            setFinishing(null);
            void reception.finish();
          }}
        />
      )}
      {left !== null && <IdleWarning left={left} of={hospital.warning_seconds} kept={session?.verified === true} />}
    </>
  );
}

/** Who is spoken to: a session, by a server that hears; until there turns out to be no microphone. */
function useEars({ hospital, session }: Reception, display: Display): Ears | null {
  const [none, setNone] = useState(false);
  if (!session || !hospital || none || hospital.hearing.length === 0) return null;
  return {
    sessionId: session.session_id,
    languages: hospital.hearing,
    sendsAfter: hospital.hearing_sends_after,
    assisted: display.large || display.low,
    onNone: () => setNone(true),
  };
}

/** Who was told that a nurse is coming sits still and waits. */
const AWAITED_SECONDS = 300;

interface Attention {
  reception: Reception;
  display: Display;
  open: boolean;
  onGone: () => void;
}

function useAttention({ reception, display, open, onGone }: Attention): number | null {
  const { hospital, session } = reception;
  const patient = useSpeech().readAloud || display.large || display.low || session?.phase === "with_nurse";
  const awaits = session?.nurse_called === true && session.joined === null;
  const usual = (patient ? hospital?.assisted_idle_seconds : hospital?.idle_seconds) ?? 60;
  return useIdle({
    active: open && hospital !== null && !(session && NEVER_IDLE.has(session.phase)),
    quietSeconds: awaits ? Math.max(usual, AWAITED_SECONDS) : usual,
    warningSeconds: hospital?.warning_seconds ?? 30,
    pulse: session?.sequence,
    onGone: () => {
      onGone();
      reception.leave();
    },
  });
}

interface InSessionProps {
  reception: Reception;
  session: Session;
  aside: Aside;
  setAside: (aside: Aside) => void;
  /** Goes now: by what the doctor will read, or to the question whether to finish. */
  onDone?: () => void;
  onRestart: () => void;
}

function InSession({ reception, session, aside, setAside, onDone, onRestart }: InSessionProps) {
  const [printNow, setPrintNow] = useState(false);
  const [seen, setSeen] = useState<string | null>(null);
  const level = useState(false);
  const { slip, hospital } = reception;
  const found = session.recommendation?.department;
  if (!hospital) return null;
  if (session.phase === "ended") return <Ended session={session} onRestart={onRestart} />;
  if (slip)
    return (
      <SlipPage
        slip={slip}
        hospital={hospital}
        department={found ?? null}
        stepFree={level[0]}
        language={reception.language}
        printNow={printNow}
        onBack={reception.putSlipAway}
      />
    );
  if (reception.calling && isAwaited(session) && session.phase !== "with_nurse")
    return <NurseCalled reception={reception} session={session} onGoOn={(language) => void reception.goOnMeanwhile(language)} />;
  switch (session.phase) {
    case "consent":
      return <Consent reception={reception} />;
    case "identity":
      return <Identity reception={reception} session={session} />;
    case "with_nurse":
      return <WithNurse reception={reception} session={session} />;
    case "conversation":
    case "recommendation":
      break;
    default:
      return null;
  }
  if (aside === "readback") return <DoctorReads reception={reception} session={session} onDone={() => setAside(null)} />;
  const take = (how: "print" | "carry") => () => {
    setPrintNow(how === "print");
    void reception.takeSlip();
  };
  if (aside === "way" && found)
    return (
      <WayPage
        reception={reception}
        hospital={hospital}
        name={found.name}
        to={{ department_id: found.department_id }}
        place={found}
        standing={<Hours department={found} />}
        level={level}
        onPrint={take("print")}
        onCarry={take("carry")}
        onBack={() => setAside(null)}
      />
    );
  const emergency = session.recommendation?.emergency;
  if (aside === "emergency" && emergency)
    return (
      <WayPage
        reception={reception}
        hospital={hospital}
        name={emergency.name}
        to={{ department_id: emergency.department_id }}
        place={emergency}
        standing={<Hours department={emergency} />}
        onBack={() => setAside(null)}
      />
    );
  // A department that was just named has a page of its own, until somebody goes on to the questions.
  const asks = session.phase === "conversation" && session.question !== null;
  const isNew = found !== undefined && session.question?.optional === true && seen !== found.department_id;
  const onQuestions = () => {
    setSeen(found?.department_id ?? null);
    setAside(null);
  };
  if (session.phase === "recommendation" || (found && (aside === "department" || isNew) && !isDoctorReads(session)))
    return (
      <Recommendation
        reception={reception}
        session={session}
        onWay={() => setAside("way")}
        onEmergency={() => setAside("emergency")}
        onQuestions={asks ? onQuestions : undefined}
        onDone={onDone}
      />
    );
  const right = isDoctorReads(session) ? session.question?.options[0] : undefined;
  if (right) return <DoctorReads reception={reception} session={session} right={right} />;
  return (
    <Conversation
      reception={reception}
      session={session}
      onReadBack={() => setAside("readback")}
      onDepartment={() => setAside("department")}
    />
  );
}

const isDoctorReads = ({ question }: Session) => question?.key === DOCTOR_READS;
