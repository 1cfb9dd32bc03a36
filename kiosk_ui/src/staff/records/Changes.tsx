/** Fields before and after, record by record: of a preview, of what was done, of what somebody else did. */
import type { Schemas } from "../../api/client";
import { useWords } from "../words";
import { Written } from "../Written";
import { codedWords, fieldName } from "./fields";
import { RecordName } from "./Found";

type Row = Schemas["RecordChange"];
type Field = Schemas["FieldChange"];

interface ChangesProps {
  rows: readonly Row[];
  /** It is written already. */
  done?: boolean;
}

export function Changes({ rows, done = false }: ChangesProps) {
  return rows.map((row, place) => (
    <table key={row.outpatient_number ?? place} className="records-table records-change">
      <caption>
        <RecordName of={row} />
      </caption>
      {row.fields.length > 0 && <Fields fields={row.fields} done={done} />}
    </table>
  ));
}

export function Fields({ fields, done }: { fields: readonly Field[]; done: boolean }) {
  const words = useWords();
  const { say } = words;
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{say("records.field")}</th>
          <th scope="col">{say(done ? "records.was" : "records.before")}</th>
          <th scope="col">{say(done ? "records.is" : "records.after")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldName(field, say)}</th>
            <td>{before ? <del><Written>{codedWords(field, before, words)}</Written></del> : <span className="quiet">{say("records.empty")}</span>}</td>
            <td>{after ? <ins><Written>{codedWords(field, after, words)}</Written></ins> : <span className="quiet">{say("records.empty")}</span>}</td>
          </tr>
        ))}
      </tbody>
    </>
  );
}
