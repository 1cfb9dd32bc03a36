/** What the administration asks of the server. */
import { answer, client, within, type Schemas } from "../api/client";
import { asStaff } from "../staff/server";

const AUDIT_PATIENCE_MS = 120_000; // the whole trail is read

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
