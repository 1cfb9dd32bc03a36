/** What stays in its place on every screen: language and large type on top, the nurse at the bottom. */
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { ToggleButton } from "react-aria-components";
import { useIntl } from "react-intl";
import { Button } from "../controls/Button";
import type { Display } from "./display";
import { Called } from "./parts/Called";
import { Choice } from "./parts/Choice";
import { DisplayMenu } from "./parts/DisplayMenu";
import { problemText, whatToDo } from "./parts/words";
import type { Reception } from "./useReception";
import { ReadPage } from "./voice/ReadPage";
import { useSpeech } from "./voice/useSpeech";

interface Props {
  reception: Reception;
  display: Display;
  /** Which page this is: another one begins at its top. */
  at: string;
  /** One line above the nurse's button: how far along, or what is needed. */
  progress?: string;
  onFinish?: () => void;
  children: ReactNode;
}

export function Frame({ reception, display, at, progress, onFinish, children }: Props) {
  const intl = useIntl();
  const { hospital, session, language } = reception;
  const called = session?.nurse_called === true;
  const middle = useRef<HTMLElement>(null);

  // What was touched is gone with its page: the keyboard goes on from the new page, not from nowhere.
  useLayoutEffect(() => {
    if (middle.current) middle.current.scrollTop = 0;
    if (document.activeElement === document.body) middle.current?.focus({ preventScroll: true });
  }, [at]);

  return (
    <div className="kiosk">
      <header className="top">
        <p className="hospital">{hospital?.name[language] ?? intl.formatMessage({ id: "hospital.fallback" })}</p>
        <div className="top-controls">
          <Choice
            label={intl.formatMessage({ id: session ? "frame.language" : "frame.languageBoth" })}
            value={language}
            choices={[
              { value: "zh", label: intl.formatMessage({ id: "language.zh" }), lang: "zh-CN" },
              { value: "en", label: intl.formatMessage({ id: "language.en" }), lang: "en" },
            ]}
            onChoose={(chosen) => void reception.speak(chosen)}
          />
          <ToggleButton
            className="button button-quiet"
            aria-label={intl.formatMessage({ id: session ? "frame.large" : "frame.largeBoth" })}
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
        <Notices reception={reception} />
        {children}
      </main>
      <footer className="bottom">
        <p className="progress">{progress}</p>
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
            {intl.formatMessage({ id: called ? "frame.callAgain" : session ? "frame.callNurse" : "frame.callNurseBoth" })}
          </Button>
          {onFinish && (
            <Button kind="quiet" onPress={onFinish}>
              {intl.formatMessage({ id: "frame.finish" })}
            </Button>
          )}
        </div>
      </footer>
    </div>
  );
}

/** Lines that come and go without moving the words: no answer, a refusal, a nurse called, a mask. */
function Notices({ reception }: { reception: Reception }) {
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
      {session?.nurse_called === true && session.joined === null && session.phase !== "with_nurse" && (
        <div className="notice notice-done">
          <p>{intl.formatMessage({ id: "frame.nurseCalled" })}</p>
          {session.alert && <Called reception={reception} alert={session.alert} />}
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
