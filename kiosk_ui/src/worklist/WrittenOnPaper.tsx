/** What the doctor wrote of the visit, as the record says it: on paper, and for readers who do not write. */
import { fieldName } from "../staff/records/fields";
import { useWords } from "../staff/words";
import type { Summary } from "./page";

const FIELDS = ["physical_examination", "preliminary_diagnosis", "treatment_opinion"] as const;

export function WrittenOnPaper({ summary, writes }: { summary: Summary; writes: boolean }) {
  const { say } = useWords();
  const filled = FIELDS.filter((field) => (summary.record[field] ?? "").trim() !== "");
  if (filled.length === 0) return null;
  return (
    <div className={writes ? "written-visit print-only" : "written-visit"}>
      {filled.map((field) => (
        <section key={field} className="part">
          <h3>{fieldName(field, say)}</h3>
          <p className="part-words">{summary.record[field]}</p>
        </section>
      ))}
    </div>
  );
}
