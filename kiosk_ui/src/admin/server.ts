/** What the administration asks of the server. */
import { answer, client, within, type Schemas } from "../api/client";
import { asStaff } from "../staff/server";

const AUDIT_PATIENCE_MS = 120_000; // the whole trail is read
const TRY_PATIENCE_MS = 60_000; // all texts are searched anew
const CHECK_PATIENCE_MS = 180_000; // a slow model is asked several times
const BACKUP_PATIENCE_MS = 600_000; // the whole database is written

const person = (username: string) => ({ params: { path: { username } } });

export const readStaff = () => asStaff(answer(client.GET("/api/admin/staff")));
export const addStaff = (body: Schemas["NewStaffRequest"]) => asStaff(answer(client.POST("/api/admin/staff", { body })));
export const changeStaff = (username: string, body: Schemas["StaffRequest"]) =>
  asStaff(answer(client.POST("/api/admin/staff/{username}", { ...person(username), body })));
export const disableStaff = (username: string) =>
  asStaff(answer(client.POST("/api/admin/staff/{username}/disable", person(username))));
export const enableStaff = (username: string) =>
  asStaff(answer(client.POST("/api/admin/staff/{username}/enable", person(username))));
export const resetPassword = (username: string) =>
  asStaff(answer(client.POST("/api/admin/staff/{username}/password", person(username))));
export const signOutStaff = (username: string) =>
  asStaff(answer(client.POST("/api/admin/staff/{username}/sign-out", person(username))));
export const removeSecondFactorOf = (username: string) =>
  asStaff(answer(client.POST("/api/admin/staff/{username}/second-factor/remove", person(username))));

export const readKiosks = () => asStaff(answer(client.GET("/api/admin/kiosks")));
export const kioskCode = (name: string) => asStaff(answer(client.POST("/api/admin/kiosks/code", { body: { name } })));
export const renameKiosk = (name: string, new_name: string) =>
  asStaff(answer(client.POST("/api/admin/kiosks/name", { body: { name, new_name } })));
export const disableKiosk = (name: string) =>
  asStaff(answer(client.POST("/api/admin/kiosks/disable", { body: { name } })));

export interface AuditWanted {
  by: string;
  patient: string;
  act: string;
  since: string;
  until: string;
}

export const searchAudit = ({ by, patient, act, since, until }: AuditWanted, before?: number) => {
  const query = { by, patient, act, since: since || undefined, until: until || undefined, before };
  return asStaff(answer(client.GET("/api/admin/audit", { params: { query } })));
};
export const verifyAudit = (noted: string) =>
  asStaff(answer(client.POST("/api/admin/audit/verify", { body: { noted }, fetch: within(AUDIT_PATIENCE_MS) })));

export const readSettings = () => asStaff(answer(client.GET("/api/admin/settings")));

export const readHouse = () => asStaff(answer(client.GET("/api/admin/departments")));
export const changeDepartment = (department_id: string, body: Schemas["DepartmentRequest"]) =>
  asStaff(answer(client.POST("/api/admin/departments/{department_id}", { params: { path: { department_id } }, body })));

const text = (text_id: string) => ({ params: { path: { text_id } } });

export const readPolicies = () => asStaff(answer(client.GET("/api/admin/policies")));
export const tryPolicy = (body: Schemas["TryOutRequest"]) =>
  asStaff(answer(client.POST("/api/admin/policies/preview", { body, fetch: within(TRY_PATIENCE_MS) })));
export const policyHistory = (id: string) =>
  asStaff(answer(client.GET("/api/admin/policies/{text_id}/history", text(id))));
export const draftPolicy = (id: string, body: Schemas["PolicyBody"]) =>
  asStaff(answer(client.POST("/api/admin/policies/{text_id}/draft", { ...text(id), body })));
export const discardPolicy = (id: string) =>
  asStaff(answer(client.POST("/api/admin/policies/{text_id}/discard", text(id))));
export const publishPolicy = (id: string) =>
  asStaff(answer(client.POST("/api/admin/policies/{text_id}/publish", text(id))));
export const withdrawPolicy = (id: string) =>
  asStaff(answer(client.POST("/api/admin/policies/{text_id}/withdraw", text(id))));

export const readGuidelines = () => asStaff(answer(client.GET("/api/admin/guidelines")));
export const readAsDoctor = (text_id: string, written: string) =>
  asStaff(answer(client.POST("/api/admin/guidelines/preview", { body: { text_id, text: written } })));
export const guidelineHistory = (id: string) =>
  asStaff(answer(client.GET("/api/admin/guidelines/{text_id}/history", text(id))));
export const draftGuideline = (id: string, written: string) =>
  asStaff(answer(client.POST("/api/admin/guidelines/{text_id}/draft", { ...text(id), body: { text: written } })));
export const discardGuideline = (id: string) =>
  asStaff(answer(client.POST("/api/admin/guidelines/{text_id}/discard", text(id))));
export const publishGuideline = (id: string) =>
  asStaff(answer(client.POST("/api/admin/guidelines/{text_id}/publish", text(id))));
export const withdrawGuideline = (id: string) =>
  asStaff(answer(client.POST("/api/admin/guidelines/{text_id}/withdraw", text(id))));

export const readModel = () => asStaff(answer(client.GET("/api/admin/model")));
export const checkModel = () =>
  asStaff(answer(client.POST("/api/admin/model/check", { fetch: within(CHECK_PATIENCE_MS) })));

export const readContent = () => asStaff(answer(client.GET("/api/admin/content")));
export const readContentFile = (content_id: string, number: number) =>
  asStaff(
    answer(client.GET("/api/admin/content/{content_id}/files/{number}", { params: { path: { content_id, number } } })),
  );
export const signOff = (content_id: string, body: Schemas["SignOffRequest"]) =>
  asStaff(answer(client.POST("/api/admin/content/{content_id}/sign-off", { params: { path: { content_id } }, body })));

export const readBackup = () => asStaff(answer(client.GET("/api/admin/backup")));
export const backUp = () => asStaff(answer(client.POST("/api/admin/backup", { fetch: within(BACKUP_PATIENCE_MS) })));
