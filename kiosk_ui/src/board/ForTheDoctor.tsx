/** What to tell a doctor who is called (SBAR): on top where somebody is in danger, to be copied and printed. */
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { LevelMark } from "../staff/LevelMark";
import { useWords, type Words } from "../staff/words";
import { Written } from "../staff/Written";
import { copied } from "./copying";
import { kioskWords, personFacts } from "./person";

type Session = Schemas["BoardSession"];
type Sbar = Session["sbar"][string];

const PARTS = ["situation", "background", "assessment", "recommendation"] as const;

interface Props {
  session: Session;
  me: Schemas["Me"];
}

export function ForTheDoctor({ session, me }: Props) {
  const words = useWords();
  const { say, language } = words;
  const [told, setTold] = useState<"board.sbar.copied" | "board.sbar.not_copied" | null>(null);
  const [printing, setPrinting] = useState(false);
  const sbar = session.sbar[language];
  if (!sbar) return null;
  const copy = async () => {
    setTold((await copied(asText(session, sbar, words))) ? "board.sbar.copied" : "board.sbar.not_copied");
  };
  return (
    <details className="sbar" open={session.card.level !== null}>
      <summary>{say("board.sbar")}</summary>
      <SbarParts sbar={sbar} language={language} />
      <div className="sbar-foot">
        <Button className="plain-press" onPress={() => void copy()}>
          {say("board.sbar.copy")}
        </Button>
        <Button className="plain-press" onPress={() => setPrinting(true)}>
          {say("board.sbar.print")}
        </Button>
        <span role="status" className="quiet">
          {told && say(told)}
        </span>
      </div>
      {printing && <Sheet session={session} sbar={sbar} me={me} onPrinted={() => setPrinting(false)} />}
    </details>
  );
}

function SbarParts({ sbar, language }: { sbar: Sbar; language: string }) {
  const { say } = useWords();
  return (
    <dl lang={language}>
      {PARTS.map((part) => (
        <div key={part}>
          <dt>{say(`board.sbar.${part}`)}</dt>
          <dd>
            <Written>{sbar[part]}</Written>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function whoAndWhere({ card }: Session, { say, row }: Words): string {
  const patient = card.patient && say("board.who", { name: card.patient.name, number: card.patient.patient_id });
  return row([patient, ...personFacts(card, say), kioskWords(card.kiosk, say)]);
}

function asText(session: Session, sbar: Sbar, words: Words): string {
  const { say } = words;
  const level = session.card.level && say(`staff.level.${session.card.level}`);
  const head = words.row([level, whoAndWhere(session, words)]);
  return [head, ...PARTS.map((part) => `${say(`board.sbar.${part}`)}: ${sbar[part]}`), say("board.sbar.machine")].join("\n");
}

interface SheetProps extends Props {
  sbar: Sbar;
  onPrinted: () => void;
}

/** Stands beside the page only while it is printed, and then alone on the paper. */
function Sheet({ session, sbar, me, onPrinted }: SheetProps) {
  const words = useWords();
  const { say, language, intl } = words;
  useEffect(() => {
    window.addEventListener("afterprint", onPrinted);
    window.print();
    return () => window.removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);
  return createPortal(
    <section className="print-sheet" lang={language}>
      <h1>{say("board.sbar")}</h1>
      <p>
        <LevelMark level={session.card.level} /> {whoAndWhere(session, words)}
      </p>
      <SbarParts sbar={sbar} language={language} />
      <p>{say("board.sbar.machine")}</p>
      <p>
        {say("board.sbar.printed", {
          time: intl.formatDate(new Date(), { dateStyle: "medium", timeStyle: "short" }),
          name: me.name,
        })}
      </p>
    </section>,
    document.body,
  );
}
