/** What stays in its place on every screen: language and large type on top, the nurse at the bottom. */
import { useContext, useLayoutEffect, useRef, type ReactNode } from "react";
import { ToggleButton } from "react-aria-components";
import { useIntl } from "react-intl";
import { Button } from "../controls/Button";
import type { Display } from "./display";
import { Choice } from "./parts/Choice";
import { ChosenContext, InBoth, LANGUAGES } from "./parts/InBoth";
import { DisplayMenu } from "./parts/DisplayMenu";
import { PATIENCE_S, useWaited } from "./parts/useWaited";
import { problemText, whatToDo } from "./parts/words";
import type { Hospital, Language, Session } from "../api/kiosk";
import { isAwaited } from "./reception";
import type { Reception } from "./useReception";
import { ReadPage } from "./voice/ReadPage";
import { useSpeech } from "./voice/useSpeech";

interface Props {
  reception: Reception;
  display: Display;
  /** Which page this is: another one begins at its top. */
  at: string;
  /** This page is that of the nurse who was called. */
  calling: boolean;
  onFinish?: () => void;
  children: ReactNode;
}

export function Frame({ reception, display, at, calling, onFinish, children }: Props) {
  const intl = useIntl();
  const { hospital, session, language } = reception;
  const called = session?.nurse_called === true;
  const chosen = useContext(ChosenContext);
  const middle = useRef<HTMLElement>(null);

  // What was touched is gone with its page: the keyboard goes on from the new page, not from nowhere.
  useLayoutEffect(() => {
    if (middle.current) middle.current.scrollTop = 0;
    if (document.activeElement === document.body) middle.current?.focus({ preventScroll: true });
  }, [at]);

  return (
    <div className="kiosk">
      <header className="top">
        <p className="hospital">
          {nameOf(hospital, chosen ? [language] : LANGUAGES) ?? intl.formatMessage({ id: "hospital.fallback" })}
          {session?.phase !== "with_nurse" && (
            <span className="machine-mark"> {intl.formatMessage({ id: "frame.machine" })}</span>
          )}
        </p>
        <div className="top-controls">
          <Choice
            label={intl.formatMessage({ id: chosen ? "frame.language" : "frame.languageBoth" })}
            value={chosen ? language : null}
            choices={[
              { value: "zh", label: intl.formatMessage({ id: "language.zh" }), lang: "zh-CN" },
              { value: "en", label: intl.formatMessage({ id: "language.en" }), lang: "en" },
            ]}
            onChoose={(chosen) => void reception.speak(chosen)}
          />
          <ToggleButton
            className="button button-quiet"
            aria-label={intl.formatMessage({ id: chosen ? "frame.large" : "frame.largeBoth" })}
            isSelected={display.large}
            onChange={display.setLarge}
          >
            <span className="aa" aria-hidden="true" />
          </ToggleButton>
          <ReadPage />
          <DisplayMenu display={display} />
        </div>
      </header>
      <main className="middle" ref={middle} tabIndex={-1}>
        <Notices reception={reception} calling={calling} />
        {children}
      </main>
      <footer className="bottom">
        <div className="bottom-controls">
          <Button kind="danger" className="call-nurse" onPress={() => void reception.callNurse()}>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path
                d="M12 5v14M5 12h14"
                stroke="currentColor"
                strokeWidth="3.2"
                strokeLinecap="round"
                fill="none"
              />
            </svg>
            {called || chosen ? (
              <InBoth id={called ? "frame.callAgain" : "frame.callNurse"} />
            ) : (
              intl.formatMessage({ id: "frame.callNurseBoth" })
            )}
          </Button>
          {onFinish && (
            <Button kind="quiet" onPress={onFinish}>
              <InBoth id="frame.finish" />
            </Button>
          )}
        </div>
      </footer>
    </div>
  );
}

const nameOf = (hospital: Hospital | null, languages: readonly Language[]) =>
  hospital && [...new Set(languages.map((language) => hospital.name[language]))].join(" ");

/** That a nurse was called, in a line: who knows, or how long nobody has answered. */
function CalledLine({ session: { alert } }: { session: Session }) {
  return alert ? <Waits alert={alert} /> : <InBoth id="frame.nurseCalled" />;
}

function Waits({ alert }: { alert: NonNullable<Session["alert"]> }) {
  const { again } = useWaited(alert);
  const name = alert.acknowledged_by;
  if (name !== null) return <InBoth id="emergency.named" values={{ name }} />;
  if (again >= PATIENCE_S) return <InBoth id="called.late" />;
  return <InBoth id="called.line" />;
}

/** Lines that come and go without moving the words: no answer, a refusal, a nurse called, a mask. */
function Notices({ reception, calling }: { reception: Reception; calling: boolean }) {
  const intl = useIntl();
  const { hospital, language, session, silence, streamLost, problem, said } = reception;
  const { trouble } = useSpeech();
  const away = silence !== "none" || (streamLost && said !== null);
  return (
    <div className="notices" role="status">
      {away && (
        <p className="notice notice-urgent">
          {intl.formatMessage({ id: silence === "long" ? "frame.longMoment" : "frame.oneMoment" })}
        </p>
      )}
      {silence !== "none" && said !== null && (
        <p className="notice">
          {intl.formatMessage({ id: "help.urgent" })} {whatToDo(hospital, language, intl)}
        </p>
      )}
      {problem !== null && <p className="notice notice-urgent">{problemText(intl, problem)}</p>}
      {session && isAwaited(session) && !calling && session.phase !== "ended" && (
        <div className="notice notice-done notice-called">
          <p>
            <CalledLine session={session} />
          </p>
          {session.alert && (
            <Button kind="quiet" onPress={reception.showCall}>
              <InBoth id="called.show" />
            </Button>
          )}
        </div>
      )}
      {trouble !== null && (
        <p className="notice">{intl.formatMessage({ id: trouble === "blocked" ? "voice.blocked" : "voice.silent" })}</p>
      )}
      {session?.infection_route === true && (
        <p className="notice notice-urgent">{intl.formatMessage({ id: "frame.mask" })}</p>
      )}
    </div>
  );
}
