import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Schemas } from "../../src/api/client";
import { Desk } from "../../src/staff/Desk";
import { density } from "../../src/worklist/density";
import { doseWords } from "../../src/staff/doses";
import { sexWords } from "../../src/staff/words";
import { allergiesOf, answerFirst, listedAlready, notAsked, reconciled, saidInBanner, saidInComplaint } from "../../src/worklist/page";
import { matching, NOBODY_BOOKED } from "../../src/worklist/queue";
import { dotsOf, type Series } from "../../src/worklist/series";
import { pageRule } from "../../src/worklist/usePaper";
import { WorklistPage } from "../../src/worklist/WorklistPage";
import { DeskServer, doctor } from "./deskServer";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem("frontdesk.language", "en");
  Element.prototype.scrollIntoView = () => undefined;
});

async function openPage(server: DeskServer) {
  render(
    <Desk title="worklist.title" roles={["doctor"]}>
      {(staff) => <WorklistPage staff={staff} />}
    </Desk>,
  );
  return { page: await screen.findByRole("article"), user: userEvent.setup({ delay: null }), server };
}

function said(statement_id: string, section: Schemas["Section"], text: string, more: Partial<Schemas["Statement"]> = {}) {
  return {
    statement_id,
    section,
    text,
    evidence: [],
    machine: false,
    field: null,
    written: null,
    translated: null,
    contradicted: false,
    coded: null,
    ...more,
  };
}

function withStatements(...statements: Schemas["Statement"][]): DeskServer {
  const server = new DeskServer(doctor);
  server.summary.summary?.statements.push(...statements);
  return server;
}

const banner = () => (document.querySelector(".banner")?.textContent ?? "").replace(/ +/g, " ");

const medicine = (name: string, parts: Partial<Schemas["MedicineLine"]>): Schemas["MedicineLine"] => ({
  name: { en: name, zh: name },
  words: name,
  standing: "taken",
  may_be: [],
  dose: "",
  on: null,
  source: "",
  turn: 1,
  ...parts,
});

test("the banner names the patient, the allergies told and on file, and what speaks against the medicines", async () => {
  const server = withStatements(said("a1", "allergies", "penicillin"));
  server.summary.record = { patient_id: "P1" };
  server.history.birth_date = "1958-04-12";
  server.summary.on_file = [
    {
      kind: "allergy",
      words: "磺胺过敏",
      name: {},
      department: "Cardiology",
      date: "2025-01-02T09:00:00",
      outpatient_number: 3,
      times: 1,
      contradicts: false,
    },
  ];
  server.summary.cautions = [
    {
      medicines: [{ en: "ibuprofen", zh: "布洛芬" }, { en: "warfarin", zh: "华法林" }],
      because: {},
      verdict: "avoid",
      why: { en: "bleeding", zh: "出血" },
      source: "label",
    },
  ];
  await openPage(server);
  await waitFor(() => expect(banner()).toContain("12/04/1958"));
  expect(banner()).toContain("P1");
  expect(banner()).toContain("penicillin, 磺胺过敏");
  expect(banner()).toContain("Warnings ibuprofen + warfarin");
});

test("a medicine that no rule covers is told once, whatever it stands beside; what cautions rest on is folded", async () => {
  const server = withStatements();
  const names = ["aspirin", "bisoprolol", "furosemide", "losartan"].map((en) => ({ en, zh: en }));
  const tablet = { en: "water tablet", zh: "水片" };
  const unchecked = { because: {}, verdict: "not_checked" as const, why: { en: "no rules", zh: "无规则" }, source: "formulary" };
  const pair = { medicines: [{ en: "ibuprofen", zh: "布洛芬" }, { en: "warfarin", zh: "华法林" }], because: {} };
  server.summary.cautions = [
    { ...pair, verdict: "avoid", why: { en: "bleeding", zh: "出血" }, source: "a label" },
    ...names.map((name) => ({ ...unchecked, medicines: [name, tablet] })),
    { ...unchecked, medicines: [names[0] ?? {}, names[1] ?? {}] },
  ];
  await openPage(server);
  const told = await waitFor(() => document.querySelector(".caution-not_checked")?.textContent ?? "");
  expect(told).toContain("water tablet with 4 others of the list; aspirin + bisoprolol");
  expect(document.querySelector(".cautions .sources")?.textContent).toContain("ibuprofen + warfarina label");
});

test("allergies that nobody asked about are not told as none", async () => {
  await openPage(withStatements());
  expect(banner()).toContain("Allergies not asked");
});

test("what is denied stands on one line until it is unfolded", async () => {
  const { page, user } = await openPage(
    withStatements(
      said("n1", "negatives", "no fever"),
      said("n2", "negatives", "can lie flat"),
      said("n3", "negatives", "no cough"),
    ),
  );
  const fold = within(page).getByRole("button", { name: /fever; cough; told: can lie flat$/ });
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  expect(document.querySelector(".part-negatives .folded-away")).not.toBeNull();
  await user.click(fold);
  expect(document.querySelector(".part-negatives .folded-away")).toBeNull();
  expect(within(page).getByRole("link", { name: "no cough" })).toBeTruthy();
});

test("talk and record of one medicine are one line, and two doses are both said", () => {
  const { now, past } = reconciled([
    medicine("warfarin", { dose: "3mg" }),
    medicine("warfarin", { dose: "2.5mg", source: "Cardiology", on: "2026-11-05", standing: "running" }),
    medicine("nifedipine", { source: "Cardiology", on: "2026-07-03", standing: "stopped" }),
    medicine("aspirin", { standing: "stopped" }),
    medicine("aspirin", { source: "Cardiology", on: "2026-01-01", standing: "running" }),
  ]);
  expect(now.map((one) => [one.name.en, one.dose, one.otherDose])).toEqual([
    ["warfarin", "3mg", "2.5mg"],
    ["aspirin", "", ""], // told as stopped and prescribed still: for the doctor to settle
  ]);
  const tablets = reconciled([
    medicine("metoprolol", { dose: "早晚各一片" }),
    medicine("metoprolol", { dose: "25mg bid", source: "Cardiology", on: "2026-11-05", standing: "running" }),
  ]).now;
  expect([...now, ...tablets].map((one) => one.differs)).toEqual([true, false, false]);
  expect(past.map((one) => one.name.en)).toEqual(["nifedipine"]);
});

test("a sentence in another language is shown in the reader's, marked, with the original in its note", async () => {
  const server = withStatements(said("z1", "positives", "牙龈出血", { translated: "bleeding gums" }));
  if (server.summary.summary) server.summary.summary.language = "zh";
  const { page } = await openPage(server);
  const sentence = within(page).getByRole("link", { name: "bleeding gums" });
  expect(sentence.getAttribute("lang")).toBe("en");
  expect(sentence.parentElement?.querySelector(".translated")).not.toBeNull();
  expect(sentence.parentElement?.querySelector(".note [lang=zh]")?.textContent).toBe("牙龈出血");
});

const inr: Series = {
  test: "inr",
  name: { en: "INR", zh: "INR" },
  vital: false,
  low: 2,
  high: 3,
  usual: "2-3",
  target: true,
  basis: "ACCP 2012",
  points: [2, 4].map((value, place) => ({
    day: `2026-11-0${String(place + 1)}`,
    value,
    second: null,
    unit: "",
    verdict: value > 3 ? "high" : "normal",
    source: "Cardiology",
    told: false,
  })),
};

test("a value stands with its target and its course", async () => {
  const server = new DeskServer(doctor);
  server.summary.values = [inr];
  const { page } = await openPage(server);
  const [line] = within(page).getAllByText("INR", { selector: ".value-name" }).map((one) => one.closest("li"));
  expect(line?.closest(".part-cautions")).toBeTruthy(); // what misses the target of a treatment is to beware of
  expect(line?.textContent).toContain("4");
  expect(line?.textContent).toContain("high");
  expect(line?.textContent).toContain("target 2-3");
  expect(within(line as HTMLElement).getByRole("img").getAttribute("aria-label")).toContain("2");
  expect(page.querySelector(".values-foot .sources")?.textContent).toContain(inr.basis);
});

test("a course rises with its values, over the band of its range", () => {
  const { dots, band } = dotsOf(inr, 72, 18);
  const [first, last] = dots;
  expect(last?.y).toBeLessThan(first?.y ?? 0);
  expect(last?.x).toBeGreaterThan(first?.x ?? 0);
  expect(band?.top).toBeGreaterThan(last?.y ?? 0);
});

test("how often a medicine is taken is in the reader's language, and what is not known stays", () => {
  expect(doseWords("2.5mg 每晚一次", "en")).toBe("2.5mg every night");
  expect(doseWords("25mg 每日两次", "en")).toBe("25mg twice a day");
  expect(doseWords("25mg 隔日", "en")).toBe("25mg 隔日");
  expect(doseWords("25mg 每日两次", "zh")).toBe("25mg 每日两次");
});

test("what is half written is kept as a draft and said so", async () => {
  const { user, server } = await openPage(new DeskServer(doctor));
  await user.type(await screen.findByRole("textbox", { name: "Examination" }), "lungs clear");
  await waitFor(() => expect(server.draft.draft?.examination).toBe("lungs clear"), { timeout: 3000 });
  expect(await screen.findByText(/Draft saved/)).toBeTruthy();
  expect(server.written.examination).toBe("");
});

test("a draft is there again when the page is opened, and can be left", async () => {
  const server = new DeskServer(doctor);
  server.draft = { draft: { ...server.written, plan: "come back" }, draft_at: "2026-11-21T08:40:00" };
  const { user } = await openPage(server);
  const plan = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Plan" });
  expect(plan.value).toBe("come back");
  expect(screen.getByText(/draft of 08:40 is restored/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Leave the draft" }));
  await waitFor(() => expect(plan.value).toBe(""));
});

test("a diagnosis is taken out of the list, or kept in free text", async () => {
  const { user, server } = await openPage(new DeskServer(doctor));
  const search = await screen.findByLabelText("Diagnosis");
  await user.type(search, "atrial");
  await user.click(await screen.findByRole("button", { name: "I48 Atrial fibrillation" }));
  await user.type(search, "sore gums{Enter}");
  await user.click(screen.getByRole("button", { name: "Keep in the record" }));
  await waitFor(() =>
    expect(server.written.diagnoses).toEqual([
      { code: "I48", words: "Atrial fibrillation" },
      { code: "", words: "sore gums" },
    ]),
  );
});

test("a prescription is checked, and what was not checked is said before it is signed", async () => {
  const server = new DeskServer(doctor);
  server.check = { ...server.check, unread: ["miracle patch"], against: 2 };
  const { user } = await openPage(server);
  await user.type(await screen.findByRole("textbox", { name: /Prescription/ }), "miracle patch");
  expect(await screen.findByText(/no medicine recognised: miracle patch/, {}, { timeout: 3000 })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Review and sign" }));
  const covered = await screen.findByRole("region", { name: "What you sign" });
  expect(await within(covered).findByText(/no medicine recognised/, {}, { timeout: 3000 })).toBeTruthy();
  expect(within(covered).getByText(/4 sentences/)).toBeTruthy();
  await user.click(within(covered).getByRole("button", { name: "Sign as Dr Chen" }));
  await waitFor(() => expect(server.summary.signed_by).toBe("Dr Chen"));
  expect(server.written.prescription).toBe("miracle patch");
});

test("a sentence marked as not right is shown so, and is signed over only with a tick", async () => {
  const server = new DeskServer(doctor);
  server.summary.marked = [
    { statement_id: "s3", reason: "untrue", words: "", by: "chen", at: "2026-11-21T08:40:00" },
  ];
  const { user, page } = await openPage(server);
  expect(within(page).getByText("marked: Not said so")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Review and sign" }));
  const sign = await screen.findByRole("button", { name: "Sign as Dr Chen" });
  expect(sign.hasAttribute("disabled")).toBe(true);
  await user.click(screen.getByRole("checkbox", { name: /high blood pressure for ten years/ }));
  await user.click(sign);
  await waitFor(() => expect(server.writes.find(({ path }) => path.endsWith("/signature"))?.body.despite).toEqual(["s3"]));
});

test("the next patient is called, comes in and is done; who waits longer than nobody is told so", async () => {
  const { user, server } = await openPage(new DeskServer(doctor));
  const list = screen.getByRole("navigation", { name: "Patients of the day" });
  expect(within(list).getByRole("heading", { name: "Waiting 1" })).toBeTruthy();
  expect(within(list).getByText("waits 12 min")).toBeTruthy();
  await user.click(within(list).getByRole("button", { name: "Next patient" }));
  expect(await within(list).findByRole("heading", { name: "Called 1" })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "In the room" }));
  await user.click(await screen.findByRole("button", { name: "Done" }));
  expect(await within(list).findByRole("heading", { name: "Done 1" })).toBeTruthy();
  expect(server.summary.entry.place).toBe("done");
  await user.click(within(list).getByRole("button", { name: "Next patient" }));
  expect(await within(list).findByText("Nobody waits.")).toBeTruthy();
});

test("the list is searched, and one doctor's", () => {
  const one = new DeskServer(doctor).summary.entry;
  const other = { ...one, outpatient_number: 8, name: "Bo Lee", physician_id: null, physician: null };
  expect(matching([one, other], "bo", null)).toEqual([other]);
  expect(matching([one, other], "c03", "D1")).toEqual([one]);
  expect(matching([one, other], "", NOBODY_BOOKED)).toEqual([other]);
  expect(matching([one, other], "nobody", null)).toEqual([]);
});

test("every printed page names hospital, patient, page and who made it, and words in quotes cannot break out", () => {
  const rule = pageRule({
    head: 'A "B" hospital',
    mark: "Made by a machine (AI)",
    foot: "Ann Field, no. 7",
    page: ["Page ", " of ", ""],
    title: "t",
  });
  expect(rule).toContain('@top-left { content: "A  B  hospital"; }');
  expect(rule).toContain('@bottom-right { content: "Page " counter(page) " of " counter(pages) ""; }');
});

test("a saved PDF is called after what it is and who made it, and the window gets its own name back", async () => {
  await openPage(new DeskServer(doctor));
  document.title = "Worklist";
  window.dispatchEvent(new Event("beforeprint"));
  expect(document.title).toBe("Outpatient page, 7, Made by a machine (AI)");
  window.dispatchEvent(new Event("afterprint"));
  expect(document.title).toBe("Worklist");
});

test("a page with more on it is set more tightly", () => {
  const { summary } = new DeskServer(doctor);
  expect(density(summary)).toBe("calm");
  const long = said("n1", "negatives", "no pain of any kind in the whole of the body at any time of day or night. ".repeat(14));
  summary.summary?.statements.push(long);
  expect(density(summary)).toBe("dense");
  summary.summary?.statements.push(...[1, 2].map((one) => ({ ...long, statement_id: `m${String(one)}` })));
  expect(density(summary)).toBe("tight");
});

test.each(["没有过敏", "没有药物过敏", "no allergies", "I have no known allergies", "in their words: “no allergies”", "原话：“没什么过敏”"])(
  "%s is a denial and no allergy",
  (words) => {
    const { summary } = withStatements(said("x1", "allergies", words));
    expect(allergiesOf(summary).told.map((one) => one.text)).not.toContain(words);
    expect(allergiesOf(summary).denied).toBe(true);
  },
);

test("an allergy told in words stays one", () => {
  const { summary } = withStatements(said("x1", "allergies", "没有青霉素就过敏"), said("x2", "allergies", "not sure, allergic to nuts"));
  expect(allergiesOf(summary).told).toHaveLength(2);
});

test("smoking that nobody asked about is no danger sign", () => {
  const server = new DeskServer(doctor);
  const statements = server.summary.summary?.statements ?? [];
  if (server.summary.summary) server.summary.summary.statements = statements.filter((one) => one.section !== "not_asked");
  server.summary.summary?.statements.push(said("x1", "not_asked", "stiff neck; since when; smoking and drinking"));
  expect(notAsked(server.summary, (one) => one.text)).toEqual({ signs: ["stiff neck"], since: "since when", history: ["smoking and drinking"] });
});

test("what is there is not told again where the complaint names it all", () => {
  const server = withStatements();
  if (!server.summary.summary) throw new Error("no summary");
  const complaint = said("c1", "complaint", "swollen legs, dizziness: “my legs”");
  server.summary.summary.statements = [complaint, said("p1", "positives", "swollen legs")];
  expect(saidInComplaint(server.summary, "positives")).toBe(true);
  server.summary.summary.statements.push(said("p2", "positives", "tiredness"));
  expect(saidInComplaint(server.summary, "positives")).toBe(false);
});

test("an allergy on file that is denied by its name stays among the warnings", async () => {
  const server = withStatements(said("a1", "allergies", "not allergic to penicillin"));
  const filed = { words: "penicillin", name: {}, department: "Cardiology", date: "2025-01-02T09:00:00", outpatient_number: 3, times: 1 };
  server.summary.on_file = [{ ...filed, kind: "allergy", contradicts: true }];
  await openPage(server);
  await waitFor(() => expect(banner()).toContain("Warnings 1 allergy on file denied today"));
});

test("danger signs that were not asked about are named in the reader's language", async () => {
  const server = withStatements(said("x1", "not_asked", "颈部僵硬；吸烟、饮酒", { translated: "stiff neck; smoking and drinking" }));
  if (!server.summary.summary) throw new Error("no summary");
  server.summary.summary.language = "zh";
  server.summary.summary.statements = server.summary.summary.statements.filter((one) => one.section !== "red_flags" && (one.section !== "not_asked" || one.statement_id === "x1"));
  const { page } = await openPage(server);
  expect(within(page).getByText("No alert was raised. Not asked about: stiff neck")).toBeTruthy();
});

test("what only the record holds is quoted from it, and a missing time is said", async () => {
  const server = withStatements(said("x1", "not_asked", "since when"), said("x2", "allergies", "none"));
  if (!server.summary.summary) throw new Error("no summary");
  server.summary.past_history = "asthma since 2010";
  server.summary.summary.statements = server.summary.summary.statements.filter((one) => !["past_history", "medicines", "story"].includes(one.section));
  await openPage(server);
  await waitFor(() => expect(document.querySelector(".part-past_history")?.textContent).toContain("on file: asthma since 2010"));
  expect(document.querySelector(".part-story")?.textContent).toContain("not asked: since when");
});

test("of what nobody spoke is told in one line, from which it can be written", async () => {
  const server = withStatements();
  if (!server.summary.summary) throw new Error("no summary");
  server.summary.past_history = "";
  server.summary.summary.statements = server.summary.summary.statements.filter((one) => !["past_history", "wishes", "medicines"].includes(one.section));
  const { page, user } = await openPage(server);
  const unknown = () => document.querySelector<HTMLElement>(".part-not_asked")?.textContent;
  expect(unknown()).toMatch(/Not known.*nothing said: Past illness; Wishes/s);
  await user.click(within(page).getByRole("button", { name: /nothing said/ }));
  await user.click(within(page).getByRole("button", { name: "Add to: Wishes" }));
  expect(unknown()).not.toContain("Wishes");
});

test("the patient's words stand before the machine's question", () => {
  expect(answerFirst("asked “Since when?”, said “since the funeral”")).toBe("“since the funeral” (asked: Since when?)");
  expect(answerFirst("问“什么时候开始的？”，答“上礼拜”")).toBe("“上礼拜”（问：什么时候开始的？）");
  expect(answerFirst("“since the funeral”")).toBe("“since the funeral”");
});

test("medicines of one source stand under one line, and are not told twice", async () => {
  const server = withStatements(said("x1", "medicines", "valsartan"), said("x2", "medicines", "iron"));
  if (server.summary.summary) {
    server.summary.summary.statements = server.summary.summary.statements.filter((one) => one.section !== "medicines" || one.statement_id.startsWith("x"));
  }
  const written = { standing: "running", dose: "5mg", on: "2026-10-23", source: "Nephrology" } as const;
  server.summary.medicines = ["valsartan", "iron"].flatMap((name) => [medicine(name, written), medicine(name, { standing: "taken" })]);
  expect(listedAlready(server.summary)).toBe(true);
  await openPage(server);
  expect(document.querySelectorAll(".reconciled-origin")).toHaveLength(1);
  expect(screen.getByText("as above")).toBeTruthy();
});

test("that no medicine is taken is said over those that are on record", async () => {
  const server = withStatements(said("m1", "medicines", "none"));
  server.summary.medicines = [medicine("warfarin", { source: "Cardiology", on: "2026-09-16", standing: "running" })];
  await openPage(server);
  expect(await screen.findByText("On record; today said: takes none")).toBeTruthy();
  expect(screen.queryByText("On record, not mentioned today")).toBeNull();
});

test("an illness that was denied with a list was spoken of", async () => {
  const denied = { ...said("n1", "negatives", "none of those listed: diabetes"), coded: { topic: "condition", code: "diabetes", status: "absent", past: false, name: "diabetes", value: "" } as const };
  const server = withStatements(denied);
  if (!server.summary.summary) throw new Error("no summary");
  server.summary.summary.statements = server.summary.summary.statements.filter((one) => one.section !== "past_history");
  await openPage(server);
  expect(document.querySelector(".part-not_asked")?.textContent).not.toContain("Past illness");
});

test("that there are no allergies is folded below, and what does not is told", () => {
  expect(saidInBanner(withStatements(said("a1", "allergies", "none")).summary)).toBe(true);
  const unsure = { ...said("a2", "allergies", "aspirin: not sure"), coded: { topic: "allergy", code: "aspirin", status: "unknown", past: false, name: "aspirin", value: "" } as const };
  expect(saidInBanner(withStatements(said("a1", "allergies", "none"), unsure).summary)).toBe(false);
});

test("a medicine told by its kind stands beside those of the record that it may be", async () => {
  const server = new DeskServer(doctor);
  server.summary.medicines = [
    medicine("water tablet", { may_be: [{ en: "furosemide", zh: "呋塞米" }] }),
    medicine("furosemide", { source: "Cardiology", on: "2026-09-16", standing: "running" }),
  ];
  await openPage(server);
  expect(await screen.findByText("which one was not said; on record: furosemide")).toBeTruthy();
});

test.each([
  ["5", "female", "girl"],
  ["3 years", "女", "girl"],
  ["8 months", "male", "boy"],
  ["18 years", "female", "woman"],
  ["40到59岁", "male", "man"],
])("%s, %s is a %s", (age, sex, called) => {
  const say = ((id: string) => id.replace("board.sex.", "").replace("female", "woman").replace(/^male/, "man")) as never;
  expect(sexWords(sex, say, age)).toBe(called);
});

test("the list says a complaint in the reader's language, and is searched in both", () => {
  const entry = { ...new DeskServer(doctor).summary.entry, complaint: "皮疹", complaint_in: { zh: "皮疹", en: "rash" } };
  expect(matching([entry], "rash", null)).toHaveLength(1);
  expect(matching([entry], "皮疹", null)).toHaveLength(1);
});
