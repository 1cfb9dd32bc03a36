/** Saying it in one's own words: a line to type in or to speak into, keys on the glass, and a button to send. */
import { useEffect, useState, type KeyboardEvent, type ReactNode } from "react";
import { Input, Label, TextArea, TextField } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Language } from "../../api/kiosk";
import type { Spoken } from "../conversation";
import { useComposition } from "../pinyin/useComposition";
import type { Heard } from "../voice/hearing";
import { useHearing } from "../voice/useHearing";
import { Keyboard } from "./Keyboard";
import { PinyinKeyboard } from "./PinyinKeyboard";
import { SpeakButton } from "./SpeakButton";

const LONGEST = 4000;

interface Props {
  language: Language;
  /** False when the words did not arrive: they stay in the box. */
  say: (text: string, spoken?: Spoken | null) => Promise<boolean>;
  label?: string;
  /** A short one-line answer instead of free speech. */
  short?: boolean;
  /** Words to change. */
  initial?: string;
  /** Only buttons, until somebody types or speaks; large where they are the first thing on their page. */
  folded?: boolean | "large";
  /** Buttons that belong into the same row. */
  children?: ReactNode;
}

export function SayBox({ language, say, label, short = false, initial = "", folded = false, children }: Props) {
  const intl = useIntl();
  const [text, setText] = useState(initial);
  const [typing, setTyping] = useState(folded === false);
  const [keys, setKeys] = useState(false);
  const [latin, setLatin] = useState(false);
  const chinese = keys && language === "zh" && !latin;
  const composition = useComposition(chinese);
  const [heard, setHeard] = useState<Heard | null>(null);
  const [soon, setSoon] = useState(false);
  const hearing = useHearing(language, (words) => {
    if (words.taken) return;
    setText((now) => joined(now, words.text, language).slice(0, LONGEST));
    setHeard((before) =>
      before ? { ...words, text: joined(before.text, words.text, language), goes_on: before.goes_on } : words,
    );
    setTyping(true);
    setSoon(words.confirm === null && hearing.sendsAfter > 0);
  });
  const whole = chinese ? text + composition.likeliest : hearing.listening ? joined(text, hearing.caption, language) : text;

  const add = (words: string) => setText((now) => (now + words).slice(0, LONGEST));
  const erase = () => setText((now) => Array.from(now).slice(0, -1).join(""));
  const settle = (settled: string) => {
    setText(settled);
    composition.clear();
  };
  const change = (changed: string) => {
    setText(changed);
    setSoon(false);
  };
  const showKeys = () => {
    settle(whole);
    setKeys(!keys);
  };
  const switchKeys = () => {
    settle(whole);
    setLatin(!latin);
  };
  const send = async () => {
    const words = whole.trim();
    if (words === "" || hearing.listening) return;
    settle("");
    setHeard(null);
    setSoon(false);
    hearing.settle();
    if (await say(words, heard && { heard: heard.text, confidence: heard.confidence, goes_on: heard.goes_on })) setKeys(false);
    else setText((newer) => (newer === "" ? words : newer));
  };
  const sayAgain = () => {
    settle("");
    setHeard(null);
  };
  useEffect(() => {
    if (!soon || hearing.listening) return;
    const timer = window.setTimeout(() => void send(), 1000 * hearing.sendsAfter);
    return () => window.clearTimeout(timer);
    // Only words just heard set it off; whoever changes them sends them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [soon, hearing.listening]);
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const box = { className: "input", placeholder: intl.formatMessage({ id: "talk.placeholder" }), onKeyDown: onEnter };
  const note = hearing.listening
    ? "hear.listening"
    : heard?.confirm
      ? "hear.confirm"
      : soon
        ? "hear.sendsSoon"
        : hearing.trouble && (`hear.${hearing.trouble}` as const);
  const open = typing || hearing.listening;
  const looks = open ? "" : folded === "large" ? " say-folded say-large" : " say-folded";
  return (
    <div className={`say-box${looks}`}>
      {open && (
        <TextField
          className="field"
          value={hearing.listening ? whole : text}
          onChange={change}
          isReadOnly={hearing.listening}
          maxLength={LONGEST}
          autoComplete="off"
          autoFocus={typing && folded !== false}
        >
          <Label>{label ?? intl.formatMessage({ id: "talk.type" })}</Label>
          {short ? <Input {...box} /> : <TextArea {...box} rows={2} />}
        </TextField>
      )}
      <p className="say-heard" role="status">
        {note && <FormattedMessage id={note} />}
      </p>
      {heard?.confirm && !hearing.listening ? (
        <div className="say-row">
          <Button kind="primary" isDisabled={whole.trim() === ""} onPress={() => void send()}>
            <FormattedMessage id="hear.yes" />
          </Button>
          <Button onPress={sayAgain}>
            <FormattedMessage id="hear.again" />
          </Button>
        </div>
      ) : null}
      <div className="say-row">
        {hearing.offered && <SpeakButton hearing={hearing} />}
        {open && !heard?.confirm && (
          <Button kind="primary" isDisabled={whole.trim() === "" || hearing.listening} onPress={() => void send()}>
            <FormattedMessage id="talk.send" />
          </Button>
        )}
        {open ? (
          <Button kind="quiet" aria-expanded={keys} onPress={showKeys}>
            <FormattedMessage id={keys ? "talk.hideKeyboard" : "talk.keyboard"} />
          </Button>
        ) : (
          <TypeButton onPress={() => setTyping(true)} />
        )}
        {children}
      </div>
      {chinese && <PinyinKeyboard composition={composition} onWords={add} onErase={erase} onSwitch={switchKeys} />}
      {keys && !chinese && (
        <Keyboard onKey={add} onErase={erase} onSwitch={language === "zh" ? switchKeys : undefined} />
      )}
    </div>
  );
}

/** Opens the box. */
function TypeButton({ onPress }: { onPress: () => void }) {
  return (
    <Button onPress={onPress}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M2.5 6h19v12h-19zM6 9.5h.01M10 9.5h.01M14 9.5h.01M18 9.5h.01M6 12.5h.01M18 12.5h.01M9 15h6M10 12.5h.01M14 12.5h.01"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <FormattedMessage id="talk.typeInstead" />
    </Button>
  );
}

/** Words after others; Chinese is written without blanks. */
function joined(before: string, words: string, language: Language): string {
  return [before.trim(), words].filter((part) => part !== "").join(language === "zh" ? "" : " ");
}
