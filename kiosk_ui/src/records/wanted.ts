/** What the table shows: kept in the address of the page, so that it survives a reload and can be sent on. */
import type { Schemas } from "../api/client";

export type Column = Schemas["Column"];

export interface Wanted {
  q: string;
  field: Column | "";
  department_id: string;
  since: string;
  until: string;
  sort: Column;
  descending: boolean;
  page: number;
  size: number;
}

export const COLUMNS: readonly Column[] = [
  "visit_date",
  "outpatient_number",
  "patient_id",
  "name",
  "gender",
  "age",
  "department",
  "chief_complaint",
  "present_illness_history",
  "past_history",
  "drug_allergy_history",
  "physical_examination",
  "auxiliary_examination",
  "preliminary_diagnosis",
  "treatment_opinion",
  "notes",
  "physician_signature",
];
export const USUAL: readonly Column[] = [
  "visit_date",
  "outpatient_number",
  "patient_id",
  "name",
  "gender",
  "age",
  "department",
  "chief_complaint",
  "preliminary_diagnosis",
  "physician_signature",
];
export const SIZES = [25, 50, 100] as const;
const KEPT = "frontdesk.columns";

export const everything: Wanted = {
  q: "",
  field: "",
  department_id: "",
  since: "",
  until: "",
  sort: "visit_date",
  descending: true,
  page: 1,
  size: 50,
};

function isColumn(value: string | null): value is Column {
  return value !== null && (COLUMNS as readonly string[]).includes(value);
}

export function wantedOf(search: string): Wanted {
  const given = new URLSearchParams(search);
  const field = given.get("field");
  const sort = given.get("sort");
  const size = Number(given.get("size"));
  return {
    q: given.get("q") ?? "",
    field: isColumn(field) ? field : "",
    department_id: given.get("department_id") ?? "",
    since: given.get("since") ?? "",
    until: given.get("until") ?? "",
    sort: isColumn(sort) ? sort : everything.sort,
    descending: given.get("descending") !== "false",
    page: Math.max(1, Number(given.get("page")) || 1),
    size: SIZES.find((one) => one === size) ?? everything.size,
  };
}

/** Only what is not usual stands there. */
export function addressOf(wanted: Wanted): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted))
    if (value !== everything[name as keyof Wanted]) given.set(name, String(value));
  const query = given.toString();
  return query === "" ? "/records" : `/records?${query}`;
}

export function keptColumns(): readonly Column[] {
  const kept = (localStorage.getItem(KEPT) ?? "").split(",").filter(isColumn);
  return kept.length > 0 ? kept : USUAL;
}

export function keepColumns(columns: readonly Column[]): void {
  localStorage.setItem(KEPT, columns.join(","));
}
