/** The administration: a menu of sections, each at an address of its own. */
import { useEffect, type ComponentType, type MouseEvent } from "react";
import { Corner, type Staff } from "../staff/Desk";
import { useWords, type MessageId } from "../staff/words";
import { AuditSection } from "./AuditSection";
import { BackupSection } from "./BackupSection";
import { ContentSection } from "./ContentSection";
import { DepartmentsSection } from "./DepartmentsSection";
import { GuidelinesSection } from "./GuidelinesSection";
import { KiosksSection } from "./KiosksSection";
import { ModelSection } from "./ModelSection";
import { PoliciesSection } from "./PoliciesSection";
import { SettingsSection } from "./SettingsSection";
import { StaffSection } from "./StaffSection";
import { useSection } from "./section";

interface Section {
  id: string;
  name: MessageId;
  Shown: ComponentType<{ staff: Staff }>;
}

const first: Section = { id: "staff", name: "admin.staff", Shown: StaffSection };
const sections: readonly Section[] = [
  first,
  { id: "kiosks", name: "admin.kiosks", Shown: KiosksSection },
  { id: "departments", name: "admin.departments", Shown: DepartmentsSection },
  { id: "policies", name: "admin.policies", Shown: PoliciesSection },
  { id: "guidelines", name: "admin.guidelines", Shown: GuidelinesSection },
  { id: "model", name: "admin.model", Shown: ModelSection },
  { id: "content", name: "admin.content", Shown: ContentSection },
  { id: "settings", name: "admin.settings", Shown: SettingsSection },
  { id: "backup", name: "admin.backup", Shown: BackupSection },
  { id: "audit", name: "admin.audit", Shown: AuditSection },
];

export function AdminPage({ staff }: { staff: Staff }) {
  const { say } = useWords();
  const [wanted, go] = useSection();
  const { id, name, Shown } = sections.find((one) => one.id === wanted) ?? first;

  useEffect(() => {
    // Behind the desk, which names the page after its own title whenever it is drawn.
    queueMicrotask(() => {
      document.title = `${say(name)} · ${say("admin.title")}`;
    });
  });

  const open = (event: MouseEvent<HTMLAnchorElement>, section: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(section);
  };
  return (
    <div className="admin">
      <header className="admin-strip">
        <p className="admin-title">{say("admin.title")}</p>
        <Corner staff={staff} />
      </header>
      <nav className="admin-menu" aria-label={say("admin.sections")}>
        <ul>
          {sections.map((one) => (
            <li key={one.id}>
              <a
                href={`/admin/${one.id}`}
                aria-current={one.id === id ? "page" : undefined}
                onClick={(event) => open(event, one.id)}
              >
                {say(one.name)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main className="admin-main" key={id}>
        <h1 tabIndex={-1}>{say(name)}</h1>
        <Shown staff={staff} />
      </main>
    </div>
  );
}
