/** Where a member of staff begins: what the own role may open, in words, and the own security. */
import { Corner, type Staff } from "../staff/Desk";
import { useWords, type MessageId } from "../staff/words";
import { SecurityPage } from "./SecurityPage";

type Role = Staff["me"]["role"];

interface Door {
  path: string;
  name: MessageId;
  what: Partial<Record<Role, MessageId>>;
}

const doors: readonly Door[] = [
  { path: "/board", name: "start.board", what: { nurse: "start.board.what" } },
  {
    path: "/worklist",
    name: "start.worklist",
    what: {
      nurse: "start.worklist.what.nurse",
      doctor: "start.worklist.what.doctor",
      records_officer: "start.worklist.what.records_officer",
    },
  },
  {
    path: "/records",
    name: "start.records",
    what: { nurse: "start.records.what", doctor: "start.records.what", records_officer: "start.records.what" },
  },
  { path: "/reports", name: "start.reports", what: { manager: "start.reports.what", admin: "start.reports.what" } },
  { path: "/admin", name: "start.admin", what: { admin: "start.admin.what" } },
];

const SECURITY = "/staff/security";

export function StartPage({ staff }: { staff: Staff }) {
  const { say } = useWords();
  const { role } = staff.me;
  return (
    <div className="start">
      <header className="start-strip">
        <p className="start-house">{say("staff.house")}</p>
        <p className="quiet">{say(`start.role.${role}`)}</p>
        <Corner staff={staff} />
      </header>
      <main className="start-main">
        {location.pathname === SECURITY ? <SecurityPage /> : <Doors role={role} />}
        <a className="start-further" href={location.pathname === SECURITY ? "/staff" : SECURITY}>
          {say(location.pathname === SECURITY ? "staff.start" : "security")}
        </a>
      </main>
    </div>
  );
}

function Doors({ role }: { role: Role }) {
  const { say } = useWords();
  return (
    <>
      <h1>{say("start.greeting")}</h1>
      <ul className="start-doors">
        {doors.map(({ path, name, what }) => {
          const words = what[role];
          return (
            words && (
              <li key={path}>
                <a className="start-door" href={path}>
                  <strong>{say(name)}</strong>
                  <span>{say(words)}</span>
                </a>
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}
