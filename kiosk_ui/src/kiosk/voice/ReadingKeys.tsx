/** For who does not see the page: it is read when it changes, what gets the focus is named, four large keys move it. */
import { useEffect, useRef } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import { dialogue, nameOf, reachable, readable } from "./readable";
import { useSpeech } from "./useSpeech";

/** A page that is still being drawn is not read in pieces. */
const SETTLED_MS = 350;
const KEYS = ".voice-keys";

export function ReadingKeys() {
  const { there, readAloud } = useSpeech();
  return there && readAloud ? <Keys /> : null;
}

function Keys() {
  const intl = useIntl();
  const speech = useSpeech();
  const read = useRef(speech.read);
  const at = useRef<HTMLElement | null>(null);
  const pageRead = useRef("");

  useEffect(() => {
    read.current = speech.read;
  });

  useEffect(() => {
    let timer = 0;
    const look = () => {
      const texts = readable(page());
      const now = texts.map(({ text }) => text.replace(/\d+/g, "")).join("|"); // a clock that ticks is no new page
      if (now === pageRead.current) return;
      pageRead.current = now;
      if (at.current?.isConnected !== true) at.current = null;
      read.current(texts);
    };
    const changed = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(look, SETTLED_MS);
    };
    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest(KEYS) !== null || !reachable(page()).includes(target)) return;
      if (target === at.current) return;
      at.current = target;
      read.current([nameOf(target)]);
    };
    changed();
    const observer = new MutationObserver(changed);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    document.addEventListener("focusin", focused);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("focusin", focused);
    };
  }, []);

  const move = (by: number) => {
    const all = reachable(page());
    if (all.length === 0) return;
    const here = at.current === null ? -1 : all.indexOf(at.current);
    const next = here === -1 && by < 0 ? all.length - 1 : (here + by + all.length) % all.length;
    const target = all[next];
    if (!target) return;
    at.current = target;
    mark(target);
    speech.read([nameOf(target)]);
  };
  const choose = () => {
    if (at.current?.isConnected !== true) return;
    at.current.focus();
    at.current.click();
  };
  const repeat = () => {
    if (at.current?.isConnected === true) speech.read([nameOf(at.current)]);
    else speech.readPage();
  };
  return (
    // Dialogues leave the rest of the screen out of reach, but not this.
    <div className="voice-keys" data-react-aria-top-layer="true" role="group" aria-label={intl.formatMessage({ id: "voice.keys" })}>
      <Key id="voice.previous" onPress={() => move(-1)} />
      <Key id="voice.next" onPress={() => move(1)} />
      <Key id="voice.choose" onPress={choose} />
      <Key id="voice.repeat" onPress={repeat} />
    </div>
  );
}

/** What is on top: a dialogue, else the whole screen with the nurse's button. */
function page(): Element {
  return dialogue() ?? document.querySelector(".kiosk") ?? document.body;
}

function mark(target: HTMLElement): void {
  document.querySelectorAll("[data-spoken]").forEach((one) => one.removeAttribute("data-spoken"));
  target.setAttribute("data-spoken", "");
  target.focus();
  target.scrollIntoView({ block: "nearest" });
}

function Key({ id, onPress }: { id: FormatjsIntl.Message["ids"]; onPress: () => void }) {
  return (
    <Button kind={id === "voice.choose" ? "primary" : "plain"} className="voice-key" onPress={onPress}>
      <FormattedMessage id={id} />
    </Button>
  );
}
