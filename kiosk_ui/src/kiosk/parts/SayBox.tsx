/** Saying it in one's own words: a line to type in, keys on the glass, and a button to send. */
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { Input, Label, TextArea, TextField } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Language } from "../../api/kiosk";
import { useComposition } from "../pinyin/useComposition";
import { Keyboard } from "./Keyboard";
import { PinyinKeyboard } from "./PinyinKeyboard";

const LONGEST = 4000;

interface Props {
  language: Language;
  /** False when the words did not arrive: they stay in the box. */
  say: (text: string) => Promise<boolean>;
  label?: string;
  /** A short one-line answer instead of free speech. */
  short?: boolean;
  /** Words to change. */
  initial?: string;
  /** Buttons that belong into the same row. */
  children?: ReactNode;
}

export function SayBox({ language, say, label, short = false, initial = "", children }: Props) {
  const intl = useIntl();
  const [text, setText] = useState(initial);
  const [keys, setKeys] = useState(false);
  const [latin, setLatin] = useState(false);
  const chinese = keys && language === "zh" && !latin;
  const composition = useComposition(chinese);
  const whole = chinese ? text + composition.likeliest : text;

  const add = (words: string) => setText((now) => (now + words).slice(0, LONGEST));
  const erase = () => setText((now) => Array.from(now).slice(0, -1).join(""));
  const settle = (settled: string) => {
    setText(settled);
    composition.clear();
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
    if (words === "") return;
    settle("");
    if (await say(words)) setKeys(false);
    else setText((newer) => (newer === "" ? words : newer));
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const box = { className: "input", placeholder: intl.formatMessage({ id: "talk.placeholder" }), onKeyDown: onEnter };
  return (
    <div className="say-box">
      <TextField className="field" value={text} onChange={setText} maxLength={LONGEST} autoComplete="off">
        <Label>{label ?? intl.formatMessage({ id: "talk.type" })}</Label>
        {short ? <Input {...box} /> : <TextArea {...box} rows={2} />}
      </TextField>
      <div className="say-row">
        <Button kind="primary" isDisabled={whole.trim() === ""} onPress={() => void send()}>
          <FormattedMessage id="talk.send" />
        </Button>
        <Button kind="quiet" aria-expanded={keys} onPress={showKeys}>
          <FormattedMessage id={keys ? "talk.hideKeyboard" : "talk.keyboard"} />
        </Button>
        {children}
      </div>
      {chinese && <PinyinKeyboard composition={composition} onWords={add} onErase={erase} onSwitch={switchKeys} />}
      {keys && !chinese && (
        <Keyboard onKey={add} onErase={erase} onSwitch={language === "zh" ? switchKeys : undefined} />
      )}
    </div>
  );
}
