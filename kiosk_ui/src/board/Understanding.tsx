/** Beside the conversation: alerts, what is understood, what the specialists want done, where the patient goes. */
import type { ReactNode } from "react";
import type { Schemas } from "../api/client";
import { LevelMark } from "../staff/LevelMark";
import { useWords } from "../staff/words";

type Session = Schemas["BoardSession"];
type Status = Schemas["Understood"]["status"];

const order: readonly Status[] = ["present", "absent", "unknown", "refused"];
const signs: Record<Status, string> = { present: "+", absent: "−", unknown: "?", refused: "×" };

export function Understanding({ session }: { session: Session }) {
  const { say } = useWords();
  const { card, understood, tasks } = session;
  return (
    <div className="understanding" tabIndex={0} role="region" aria-label={say("board.understood")}>
      {card.alerts.length > 0 && (
        <Part title={say("board.alerts")}>
          {card.alerts.map((alert) => (
            <AlertLine key={alert.alert_id} alert={alert} language={card.language} />
          ))}
        </Part>
      )}
      {tasks.length > 0 && (
        <Part title={say("board.tasks")}>
          {tasks.map((task) => (
            <li key={task}>{task}</li>
          ))}
        </Part>
      )}
      <Part title={say("board.understood")}>
        {understood.length === 0 && <li className="quiet">{say("board.nothing_understood")}</li>}
        {order.flatMap((status) =>
          understood
            .filter((line) => line.status === status)
            .map((line) => (
              <li key={line.key} className={`fact fact-${status}`}>
                <span className="fact-sign" aria-hidden="true">
                  {signs[status]}
                </span>
                <span className="visually-hidden">{say(`board.status.${status}`)}</span>
                <span>
                  <span className="fact-label">{line.label}</span> <span lang={card.language}>{line.text}</span>
                </span>
              </li>
            )),
        )}
      </Part>
      <Part title={say("board.department")}>
        <Department session={session} />
      </Part>
    </div>
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
      <LevelMark level={alert.level} />
      <p>
        {inLanguage(alert.reason)}
        {alert.rule > 0 && <span className="rule-number">{say("board.rule", { rule: alert.rule })}</span>}
      </p>
      {alert.quote && <p lang={language}>{say("board.quoted", { words: alert.quote })}</p>}
      {alert.acknowledged_by !== null && (
        <p className="quiet">
          {say("board.acknowledged", { name: alert.acknowledged_by, reason: alert.acknowledged_reason ?? "" })}
        </p>
      )}
    </li>
  );
}

function Department({ session }: { session: Session }) {
  const { say, inLanguage } = useWords();
  const { department, card, handed_over } = session;
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
