/** A plain table whose columns sort what is on the page. */
import { useState, type ReactNode } from "react";
import { useWords, type MessageId } from "../staff/words";

export interface Column<Row> {
  title: MessageId;
  cell: (row: Row) => ReactNode;
  /** By what its rows are ordered; without it the column does not sort. */
  by?: (row: Row) => string | number;
  kind?: "number" | "presses" | "time" | "wide";
}

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  id: (row: Row) => string | number;
  nothing: string;
  faded?: (row: Row) => boolean;
}

export function Table<Row>({ label, rows, columns, id, nothing, faded }: Props<Row>) {
  const { say, language } = useWords();
  const [order, setOrder] = useState<{ column: number; down: boolean } | null>(null);
  const by = order ? columns[order.column]?.by : undefined;
  const compare = new Intl.Collator(language, { numeric: true }).compare;
  const shown = by
    ? [...rows].sort((a, b) => (order?.down ? -1 : 1) * compared(by(a), by(b), compare))
    : rows;
  return (
    <div className="table-place" role="region" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {columns.map((column, place) => {
              const sorted = order?.column === place ? (order.down ? "descending" : "ascending") : undefined;
              return (
                <th key={column.title} scope="col" aria-sort={sorted} className={column.kind && `cell-${column.kind}`}>
                  {column.by ? (
                    <button
                      type="button"
                      className="table-sort"
                      onClick={() => setOrder({ column: place, down: sorted === "ascending" })}
                    >
                      {say(column.title)}
                      <span aria-hidden="true">{sorted ? (order?.down ? " ▾" : " ▴") : ""}</span>
                    </button>
                  ) : (
                    say(column.title)
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={id(row)} className={faded?.(row) ? "row-faded" : undefined}>
              {columns.map((column) => (
                <td key={column.title} className={column.kind && `cell-${column.kind}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="table-nothing">{nothing}</p>}
    </div>
  );
}

function compared(a: string | number, b: string | number, words: (a: string, b: string) => number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : words(String(a), String(b));
}
