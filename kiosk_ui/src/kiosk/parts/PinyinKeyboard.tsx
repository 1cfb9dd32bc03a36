/** Keys on the glass for Chinese: letters gather in a line, and the words they may mean are tapped. */
import { useEffect, useMemo, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Candidate } from "../pinyin/engine";
import type { Composition } from "../pinyin/useComposition";
import { KeyRows } from "./Keyboard";

const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm，。？"];
/** A page of candidates, in characters; a short word takes the room of its button. */
const PAGE = 20;
const room = ({ text }: Candidate) => Math.max(3, text.length + 2);

interface Props {
  composition: Composition;
  onWords: (words: string) => void;
  onErase: () => void;
  onSwitch: () => void;
}

export function PinyinKeyboard({ composition, onWords, onErase, onSwitch }: Props) {
  const intl = useIntl();
  const { letters, likeliest, candidates } = composition;
  const keys = useRef<HTMLDivElement>(null);

  useEffect(() => {
    keys.current?.scrollIntoView({ block: "nearest" });
  }, []);

  // The last candidate is gone with its press: the focus goes on from the keys, not from nowhere.
  useEffect(() => {
    if (document.activeElement === document.body) keys.current?.focus({ preventScroll: true });
  }, [letters]);

  const take = (candidate: Candidate) => {
    onWords(candidate.text);
    composition.take(candidate);
  };
  const press = (key: string) => {
    if (/[a-z]/.test(key) || (key === "'" && letters !== "")) {
      composition.type(key);
      return;
    }
    onWords(likeliest + key);
    composition.clear();
  };
  const space = () => {
    onWords(letters === "" ? " " : likeliest);
    composition.clear();
  };
  return (
    <div className="keyboard" role="group" ref={keys} tabIndex={-1} aria-label={intl.formatMessage({ id: "keyboard.pinyin" })}>
      <p className="composition" aria-live="polite">
        {composition.failed ? <FormattedMessage id="keyboard.noPinyin" /> : composition.syllables.join(" ")}
      </p>
      <Candidates key={letters} candidates={candidates} hint={letters === "" && !composition.failed} onTake={take} />
      <KeyRows rows={ROWS} onKey={press} />
      <div className="keyboard-row">
        <Button kind="quiet" className="key" onPress={onSwitch}>
          <FormattedMessage id="keyboard.switch" />
        </Button>
        <Button kind="quiet" className="key key-space" onPress={space}>
          <FormattedMessage id="keyboard.space" />
        </Button>
        <Button kind="quiet" className="key" onPress={letters === "" ? onErase : composition.erase}>
          <FormattedMessage id="keyboard.erase" />
        </Button>
      </div>
    </div>
  );
}

interface CandidatesProps {
  candidates: Candidate[];
  /** How to begin, while nothing is typed. */
  hint: boolean;
  onTake: (candidate: Candidate) => void;
}

function Candidates({ candidates, hint, onTake }: CandidatesProps) {
  const intl = useIntl();
  const [at, setAt] = useState(0);
  const pages = useMemo(() => paged(candidates), [candidates]);
  return (
    <div className="candidates" role="group" aria-label={intl.formatMessage({ id: "keyboard.candidates" })}>
      {hint && (
        <p className="quiet">
          <FormattedMessage id="keyboard.hint" />
        </p>
      )}
      {pages[at]?.map((candidate) => (
        <Button key={candidate.text} className="candidate" onPress={() => onTake(candidate)}>
          {candidate.text}
        </Button>
      ))}
      {pages.length > 1 && (
        <div className="candidate-pages">
          <PageKey id="keyboard.before" path="M15 4l-8 8 8 8" isDisabled={at === 0} onPress={() => setAt(at - 1)} />
          <PageKey id="keyboard.more" path="M9 4l8 8-8 8" isDisabled={at === pages.length - 1} onPress={() => setAt(at + 1)} />
        </div>
      )}
    </div>
  );
}

interface PageKeyProps {
  id: "keyboard.before" | "keyboard.more";
  path: string;
  isDisabled: boolean;
  onPress: () => void;
}

function PageKey({ id, path, ...press }: PageKeyProps) {
  const intl = useIntl();
  return (
    <Button kind="quiet" aria-label={intl.formatMessage({ id })} {...press}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
    </Button>
  );
}

function paged(candidates: Candidate[]): Candidate[][] {
  const pages: Candidate[][] = [];
  let left = 0;
  for (const candidate of candidates) {
    left -= room(candidate);
    if (left >= 0) pages.at(-1)?.push(candidate);
    else {
      pages.push([candidate]);
      left = PAGE - room(candidate);
    }
  }
  return pages;
}
