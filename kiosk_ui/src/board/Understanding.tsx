/** Beside the conversation: alerts, danger signs to ask about, what is understood, what the specialists want done, where the patient goes. */
import type { ReactNode } from "react";
import type { Schemas } from "../api/client";
import { LevelMark } from "../staff/LevelMark";
import { Cautions, MedicineList } from "../staff/Medicines";
import { useWords } from "../staff/words";
import { Written } from "../staff/Written";
import { Disputed } from "./Disputed";
import { ForTheDoctor } from "./ForTheDoctor";
import { Lowered } from "./Lowered";

type Session = Schemas["BoardSession"];
type Status = Schemas["Understood"]["status"];

const order: readonly Status[] = ["present", "absent", "unknown", "refused", "said"];
const signs: Record<Status, string> = { present: "+", absent: "−", unknown: "?", refused: "×", said: "›" };

interface Props {
  session: Session;
  me: Schemas["Me"];
}

export function Understanding({ session, me }: Props) {
  const { say, language } = useWords();
  const { card } = session;
  const understood = session.understood[language] ?? [];
  const tasks = session.tasks[language] ?? [];
  const screening = session.screening[language] ?? [];
  const onTop = card.level !== null && card.state !== "done";
  return (
    <div className="understanding" tabIndex={0} role="region" aria-label={say("board.understood")}>
      {onTop && <ForTheDoctor session={session} me={me} />}
      {card.alerts.length > 0 && (
        <Part title={say("board.alerts")}>
          {card.alerts.map((alert) => (
            <AlertLine key={alert.alert_id} alert={alert} language={card.language} />
          ))}
        </Part>
      )}
      {session.medicines.length > 0 && (
        <section>
          <h3>{say("medicines.cautions")}</h3>
          <Cautions medicines={session.medicines} cautions={session.cautions} />
          <h3>{say("medicines.list")}</h3>
          <MedicineList medicines={session.medicines} />
        </section>
      )}
      {screening.length > 0 && (
        <Part title={say("board.screening")}>
          {screening.map((item) => (
            <ScreeningLine key={`${item.sign} ${item.because}`} item={item} />
          ))}
        </Part>
      )}
      {tasks.length > 0 && (
        <Part title={say("board.tasks")}>
          {tasks.map((task) => (
            <li key={task}>
              <Written>{task}</Written>
            </li>
          ))}
        </Part>
      )}
      <Part title={say("board.understood")}>
        {understood.length === 0 && <li className="quiet">{say("board.nothing_understood")}</li>}
        {order.flatMap((status) =>
          understood
            .filter((line) => line.status === status)
            .map((line) => (
              <li key={line.key} className={`fact fact-${line.contradicted ? "contradicted" : status}`}>
                <span className="fact-sign" aria-hidden="true">
                  {signs[status]}
                </span>
                <span className="visually-hidden">{say(`board.status.${status}`)}</span>
                <LineWords line={line} language={card.language} />
                {line.contradicted && <strong className="contradiction">{say("board.contradicted")}</strong>}
              </li>
            )),
        )}
      </Part>
      <Part title={say("board.department")}>
        <Department session={session} />
      </Part>
      {!onTop && <ForTheDoctor session={session} me={me} />}
    </div>
  );
}

/** What was understood has a name; what was kept as it was said is quoted, under the question it answered. */
function LineWords({ line, language }: { line: Schemas["Understood"]; language: string }) {
  const { say } = useWords();
  const said = line.status === "said";
  return (
    <span>
      <span className="fact-label">{line.asked ?? line.label}</span>{" "}
      <span lang={said ? language : undefined}>
        <Written>{said ? say("board.quoted", { words: line.text }) : line.text}</Written>
      </span>
    </span>
  );
}

/** A danger sign that must be asked about before a department is named. */
function ScreeningLine({ item }: { item: Schemas["ScreeningItemView"] }) {
  const { say } = useWords();
  const { sign, because, met } = item;
  return (
    <li className={met ? "fact fact-absent" : "fact fact-open"}>
      <span className="fact-sign" aria-hidden="true">
        {met ? "✓" : "○"}
      </span>
      <span>
        {sign} <span className="fact-why">{say(met ? "board.screening.met" : "board.screening.open", { because })}</span>
      </span>
    </li>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function AlertLine({ alert, language }: { alert: Schemas["BoardAlert"]; language: string }) {
  const { say, inLanguage } = useWords();
  return (
    <li className="alert-line">
      {alert.lowered_by === null ? (
        <LevelMark level={alert.level} />
      ) : (
        <span className="quiet">{say("board.was_level", { level: say(`staff.level.${alert.level}`) })}</span>
      )}
      <p>
        {inLanguage(alert.reason)}
      </p>
      {alert.quote && (
        <p lang={language}>
          <Written>{say(alert.tapped ? "board.tapped" : "board.quoted", { words: alert.quote })}</Written>
        </p>
      )}
      <Disputed alert={alert} language={language} />
      {alert.acknowledged_by !== null && (
        <p className="quiet">
          {say("board.acknowledged", { name: alert.acknowledged_by, reason: alert.acknowledged_reason ?? "" })}
        </p>
      )}
      <Lowered alert={alert} />
    </li>
  );
}

function Department({ session }: { session: Session }) {
  const { say, inLanguage, language } = useWords();
  const { card, handed_over } = session;
  const department = session.department?.[language];
  const name = department?.name ?? (card.department && inLanguage(card.department));
  return (
    <>
      <li className={name ? undefined : "quiet"}>
        {name ?? say("board.no_department")}
        {department && (
          <span className="quiet">
            {" "}
            {say("board.place", { building: department.building, floor: department.floor, room: department.room })}
          </span>
        )}
      </li>
      {handed_over !== null && <li className="quiet">{say("board.handed_over", { number: handed_over })}</li>}
    </>
  );
}
