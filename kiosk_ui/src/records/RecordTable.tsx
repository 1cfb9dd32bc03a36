/** The table itself: columns that sort, rows that open; sorting, counting and cutting are the server's. */
import { Cell, Column, Row, Table, TableBody, TableHeader, type SortDescriptor } from "react-aria-components";
import { named } from "../api/named";
import { fieldName } from "../staff/records/fields";
import { Written } from "../staff/Written";
import { useWords } from "../staff/words";
import { useValue } from "./value";
import type { Row as Found } from "./server";
import type { Column as Name, Wanted } from "./wanted";

interface Props {
  rows: readonly Found[];
  columns: readonly Name[];
  wanted: Wanted;
  busy: boolean;
  chosen: number | null;
  onSort: (sort: Name, descending: boolean) => void;
  onOpen: (row: Found) => void;
}

export function RecordTable({ rows, columns, wanted, busy, chosen, onSort, onOpen }: Props) {
  const { say } = useWords();
  const value = useValue();
  const cellOf = (row: Found, name: Name) => {
    if (name === "outpatient_number" && !row.here) return say("sheet.table.elsewhere");
    return value(named<string>(row.fields, name) ?? "", name) || "–";
  };
  const keyed = rows.map((row, place) => ({ row, id: keyOf(row, place) }));
  const sorted: SortDescriptor = { column: wanted.sort, direction: wanted.descending ? "descending" : "ascending" };
  const at = keyed.find(({ row }) => row.here && row.outpatient_number === chosen)?.id;
  return (
    <Table
      aria-label={say("start.records")}
      className="sheet-table"
      data-busy={busy || undefined}
      sortDescriptor={sorted}
      onSortChange={({ column, direction }) => onSort(column as Name, direction === "descending")}
      selectionMode="single"
      disallowEmptySelection={at !== undefined}
      selectedKeys={at === undefined ? [] : [at]}
      onSelectionChange={(keys) => {
        const [key] = keys === "all" ? [] : [...keys];
        const found = keyed.find(({ id }) => id === key);
        if (found) onOpen(found.row);
      }}
    >
      <TableHeader columns={columns.map((id) => ({ id }))} dependencies={[columns, wanted]}>
        {({ id }) => (
          <Column id={id} allowsSorting isRowHeader={id === rowHeader(columns)} className={`sheet-column column-${id}`}>
            {({ sortDirection }) => (
              <>
                {fieldName(id, say)}
                <span aria-hidden="true" className="sheet-arrow">
                  {sortDirection === "descending" ? "▾" : sortDirection === "ascending" ? "▴" : ""}
                </span>
              </>
            )}
          </Column>
        )}
      </TableHeader>
      <TableBody items={keyed} dependencies={[columns]}>
        {({ row }) => (
          <Row columns={columns.map((id) => ({ id }))} className={row.here ? "sheet-row" : "sheet-row sheet-elsewhere"}>
            {({ id }) => (
              <Cell className={`column-${id}`}>
                <span className="sheet-cell">
                  <Written>{cellOf(row, id)}</Written>
                </span>
              </Cell>
            )}
          </Row>
        )}
      </TableBody>
    </Table>
  );
}

function rowHeader(columns: readonly Name[]): Name | undefined {
  return columns.find((one) => one === "name") ?? columns[0];
}

const keyOf = (row: Found, place: number) => (row.here ? `r${row.outpatient_number}` : `t${place}`);
