/** What the records page asks of the server. */
import { answer, client, within, type Schemas } from "../api/client";
import { asStaff } from "../staff/server";
import type { Wanted } from "./wanted";

const PATIENCE_MS = 30_000; // the hospital's own system may be asked

export type Page = Schemas["RecordsPage"];
export type Row = Schemas["TableRow"];
export type Story = Schemas["StoryView"];
export type Happened = Schemas["Happened"];
export type PatientView = Schemas["PatientView"];
export type PatientForm = Schemas["PatientForm"];
export type PatientField = Schemas["PatientField"];
export type Correction = Schemas["CorrectionView"];
export type MergePlan = Schemas["MergePlan"];
export type Erasure = Schemas["ErasureView"];
export type Made = Schemas["MadeView"];

export const asked = ({ q, field, department_id, since, until, sort, descending }: Wanted) => ({
  sort,
  descending,
  ...(q !== "" && { q }),
  ...(q !== "" && field !== "" && { field }),
  ...(department_id !== "" && { department_id }),
  ...(since !== "" && { since }),
  ...(until !== "" && { until }),
});

const of = (patient_id: string) => ({ params: { path: { patient_id } } });
const patiently = { fetch: within(PATIENCE_MS) };

export const readPage = (wanted: Wanted) =>
  asStaff(
    answer(
      client.GET("/api/records", {
        params: { query: { ...asked(wanted), page: wanted.page, size: wanted.size } },
        ...patiently,
      }),
    ),
  ) as Promise<Page>;
export const readStory = (number: number) =>
  asStaff(answer(client.GET("/api/records/{number}", { params: { path: { number } } }))) as Promise<Story>;
export const readPatient = (patient_id: string) =>
  asStaff(answer(client.GET("/api/patients/{patient_id}", { ...of(patient_id), ...patiently }))) as Promise<PatientView>;
export const previewPatient = (patient_id: string, body: PatientForm) =>
  asStaff(answer(client.POST("/api/patients/{patient_id}/preview", { ...of(patient_id), body }))) as Promise<Correction>;
export const correctPatient = (patient_id: string, body: Schemas["PatientCorrectionRequest"]) =>
  asStaff(answer(client.POST("/api/patients/{patient_id}", { ...of(patient_id), body }))) as Promise<Made>;
export const planMerge = (patient_id: string, body: Schemas["MergeQuery"]) =>
  asStaff(
    answer(client.POST("/api/patients/{patient_id}/merge/preview", { ...of(patient_id), body })),
  ).then(({ plan }) => plan);
export const mergePatients = (patient_id: string, body: Schemas["MergeRequest"]) =>
  asStaff(answer(client.POST("/api/patients/{patient_id}/merge", { ...of(patient_id), body }))) as Promise<Made>;
export const undoPatient = (change_id: string) =>
  asStaff(
    answer(client.POST("/api/patients/changes/{change_id}/undo", { params: { path: { change_id } } })),
  ) as Promise<Made>;
export const readPersonal = (patient_id: string) =>
  asStaff(answer(client.GET("/api/patients/{patient_id}/personal", of(patient_id)))) as Promise<Erasure>;
export const erasePersonal = (patient_id: string, body: Schemas["ErasureRequest"]) =>
  asStaff(
    answer(client.POST("/api/patients/{patient_id}/personal/erase", { ...of(patient_id), body, ...patiently })),
  ) as Promise<Erasure>;
export const exportOf = (patient_id: string, form: "json" | "page") =>
  `/api/patients/${encodeURIComponent(patient_id)}/personal/export?form=${form}`;
