import { expect, test } from "vitest";
import adminEn from "../src/messages/admin/en.json";
import adminZh from "../src/messages/admin/zh.json";
import deskEn from "../src/messages/desk/en.json";
import deskZh from "../src/messages/desk/zh.json";
import kioskEn from "../src/messages/kiosk/en.json";
import kioskZh from "../src/messages/kiosk/zh.json";
import recordsEn from "../src/messages/records/en.json";
import recordsZh from "../src/messages/records/zh.json";
import reportsEn from "../src/messages/reports/en.json";
import reportsZh from "../src/messages/reports/zh.json";

test.each([
  ["kiosk", kioskZh, kioskEn],
  ["desk", deskZh, deskEn],
  ["administration", adminZh, adminEn],
  ["records", recordsZh, recordsEn],
  ["reports", reportsZh, reportsEn],
])("the %s says everything in both languages", (_, zh, en) => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  for (const text of [...Object.values(zh), ...Object.values(en)]) expect(text.trim()).not.toBe("");
});
