/** What stands around a desk screen: its language, and who sits at it. */
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { Refused, type Schemas } from "../api/client";
import { Messages, type Catalogue, type Language } from "../messages/Messages";
import en from "../messages/desk/en.json";
import zh from "../messages/desk/zh.json";
import { Button } from "../controls/Button";
import { Heard } from "./keys";
import { Lasting } from "./Lasting";
import { SecondFactorSetup } from "./SecondFactorSetup";
import { onSignedOut, signOut, whoAmI } from "./server";
import { SignIn } from "./SignIn";
import { StepUp } from "./StepUp";
import { DeskLanguage, useWords, type MessageId } from "./words";
import "./staff.css";

type Me = Schemas["Me"];

export interface Staff {
  me: Me;
  setLanguage: (language: Language) => void;
  leave: () => void;
}

interface Props {
  title: MessageId;
  /** What whoever finds the screen signed out has to know. */
  doorNote?: MessageId;
  roles: readonly Me["role"][];
  /** Further words of this page alone. */
  catalogues?: Record<Language, Catalogue>;
  /** Of a page that shows what comes, and is there for being looked at. */
  watched?: boolean;
  children: (staff: Staff) => ReactNode;
}

const KEPT = "frontdesk.language";

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === "zh" || kept === "en") return kept;
  return navigator.language.toLowerCase().startsWith("en") ? "en" : "zh";
}

export function Desk({ catalogues, ...door }: Props) {
  const [language, setLanguage] = useState(firstLanguage);
  const choose = useCallback((chosen: Language) => {
    localStorage.setItem(KEPT, chosen);
    setLanguage(chosen);
  }, []);
  const both = { zh: { ...zh, ...catalogues?.zh }, en: { ...en, ...catalogues?.en } };
  return (
    <Messages language={language} catalogues={both}>
      <DeskLanguage value={language}>
        <Door {...door} setLanguage={choose} />
      </DeskLanguage>
    </Messages>
  );
}

/** Whose sign-in ran out keeps the page as it was, out of sight. */
type Knowing = "asking" | "unreachable" | "signed_out" | { me: Me; ranOut: boolean; since: number };

const knowing = (me: Me): Knowing => ({ me, ranOut: false, since: Date.now() });

function useWho() {
  const [who, setWho] = useState<Knowing>("asking");
  useEffect(() => {
    if (who !== "asking") return;
    let asked = true;
    whoAmI().then(
      (me) => asked && setWho(knowing(me)),
      (error: unknown) => asked && setWho(error instanceof Refused ? "signed_out" : "unreachable"),
    );
    return () => {
      asked = false;
    };
  }, [who]);
  useEffect(() => onSignedOut(() => setWho((now) => (typeof now === "object" ? { ...now, ranOut: true } : now))), []);
  return [who, setWho] as const;
}

type DoorProps = Omit<Props, "catalogues"> & { setLanguage: (language: Language) => void };

function Door({ title, doorNote, roles, watched = false, setLanguage, children }: DoorProps) {
  const { say } = useWords();
  const [who, setWho] = useWho();
  const over = useCallback(
    () => setWho((now) => (typeof now === "object" ? { ...now, ranOut: true } : now)),
    [setWho],
  );
  useEffect(() => {
    document.title = say(title);
  });

  if (who === "asking") return <main aria-busy="true" />;
  const corner = <LanguageSwitch onChoose={setLanguage} />;
  if (who === "unreachable") {
    return (
      <Standing corner={corner}>
        <p>{say("staff.failure.unreachable")}</p>
        <Button kind="primary" onPress={() => setWho("asking")}>
          {say("staff.again")}
        </Button>
      </Standing>
    );
  }
  const ranOut = typeof who === "object" && who.ranOut;
  const signIn = (
    <div className="door">
      <div className="door-corner">{corner}</div>
      <SignIn title={title} note={doorNote} ranOut={ranOut} onSignedIn={(me) => setWho(knowing(me))} />
    </div>
  );
  if (typeof who === "string") return signIn;
  const leave = () =>
    void signOut().then(
      ({ leave: elsewhere }) => (elsewhere === null ? setWho("signed_out") : location.assign(elsewhere)),
      () => setWho("asking"),
    );
  if (!roles.includes(who.me.role)) {
    return (
      <Standing corner={corner}>
        <p>{say("staff.wrong_door", { name: who.me.name })}</p>
        <a className="button button-primary" href="/staff">
          {say("staff.start")}
        </a>
        <Button onPress={leave}>{say("staff.sign_out")}</Button>
      </Standing>
    );
  }
  if (who.me.second_factor_due) {
    return (
      <Standing corner={corner}>
        <p className="notice">{say("security.due")}</p>
        <SecondFactorSetup onDone={() => setWho("asking")} />
        <Button onPress={leave}>{say("staff.sign_out")}</Button>
      </Standing>
    );
  }
  return (
    <>
      {ranOut ? signIn : <Lasting key={who.since} me={who.me} watched={watched} onOver={over} />}
      {!ranOut && <StepUp />}
      <div className="at-work" hidden={ranOut} key={who.me.username}>
        <Heard value={!ranOut}>{children({ me: who.me, setLanguage, leave })}</Heard>
      </div>
    </>
  );
}

function Standing({ corner, children }: { corner: ReactNode; children: ReactNode }) {
  return (
    <div className="door">
      <div className="door-corner">{corner}</div>
      <main className="sign-in">
        <div className="sign-in-sheet">{children}</div>
      </main>
    </div>
  );
}

const other: Record<Language, { language: Language; name: string }> = {
  zh: { language: "en", name: "English" },
  en: { language: "zh", name: "中文" },
};

/** The other language, named in itself. */
export function LanguageSwitch({ onChoose }: { onChoose: (language: Language) => void }) {
  const { language } = useWords();
  const { language: target, name } = other[language];
  return (
    <Button kind="quiet" className="plain-press" onPress={() => onChoose(target)}>
      <span lang={target}>{name}</span>
    </Button>
  );
}

/** Who sits here, the other language, and the way out; the same on both desk screens. */
export function Corner({ staff }: { staff: Staff }) {
  const { say } = useWords();
  return (
    <div className="corner">
      <a className="corner-name" translate="no" href="/staff" title={say("staff.start")}>
        {staff.me.name}
      </a>
      <LanguageSwitch onChoose={staff.setLanguage} />
      <Button kind="quiet" className="plain-press" onPress={staff.leave}>
        {say("staff.sign_out")}
      </Button>
    </div>
  );
}
