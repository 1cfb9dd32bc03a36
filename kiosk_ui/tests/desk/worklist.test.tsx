import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Desk } from "../../src/staff/Desk";
import { WorklistPage } from "../../src/worklist/WorklistPage";
import { DeskServer, doctor, nurse } from "./deskServer";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem("frontdesk.language", "en");
  // happy-dom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined;
});

async function openPage(me = doctor, server = new DeskServer(me)) {
  if (me.role !== "doctor") sessionStorage.setItem("frontdesk.department", "cardiology-1");
  render(
    <Desk title="worklist.title" roles={["doctor", "nurse", "records_officer"]}>
      {(staff) => <WorklistPage staff={staff} />}
    </Desk>,
  );
  await screen.findByRole("article");
  return { server, user: userEvent.setup({ delay: null }) };
}

const editor = { name: "Change this sentence" };
const sentence = (words: string) => screen.getByRole("link", { name: words });
const notes = () => [...document.querySelectorAll(".note")].filter((note) => !note.hasAttribute("hidden"));

test("a focused sentence has the patient's words beside it, and only those", async () => {
  await openPage();
  expect(notes()).toHaveLength(0);
  sentence("high blood pressure for ten years").focus();
  await waitFor(() => expect(notes()).toHaveLength(1));
  expect(notes()[0]?.textContent).toContain("blood pressure, ten years or so");
  expect(notes()[0]?.textContent).toContain("turn 3");
});

test("a screen reader hears the patient's words with the sentence", async () => {
  await openPage();
  const described = sentence("high blood pressure for ten years").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described)?.textContent).toContain("blood pressure, ten years or so");
});

test("a sentence opens the conversation at its turn, and Escape comes back to it", async () => {
  const { user } = await openPage();
  await user.click(sentence("high blood pressure for ten years"));
  const conversation = await screen.findByRole("complementary", { name: "Conversation" });
  expect(within(conversation).getAllByText(/by voice/).map((one) => one.textContent)).toEqual([" by voice, 52% sure"]);
  const meant = within(conversation)
    .getAllByRole("listitem")
    .filter((line) => line.hasAttribute("aria-current"));
  expect(meant).toHaveLength(1);
  expect(meant[0]?.querySelector("mark")?.textContent).toBe("blood pressure, ten years or so");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(sentence("high blood pressure for ten years")));
});

test("a link that asks for somebody who is not on the list opens nobody else", async () => {
  window.history.replaceState(null, "", "/worklist?record=999");
  new DeskServer(doctor);
  render(
    <Desk title="worklist.title" roles={["doctor"]}>
      {(staff) => <WorklistPage staff={staff} />}
    </Desk>,
  );
  expect(await screen.findByText(/not on this list/)).toBeTruthy();
  expect(screen.queryByRole("article")).toBeNull();
  window.history.replaceState(null, "", "/worklist");
});

test("what the hospital's system keeps has its source and date, and none on record is told apart from not asked", async () => {
  const server = new DeskServer(doctor);
  server.history = {
    kept: true,
    known: true,
    entries: [
      {
        kind: "allergy",
        words: "ibuprofen",
        value: "rash",
        status: "active",
        date: null,
        on: "2019",
        source: "Dr Wang",
        told: false,
        against: false,
      },
    ],
    cautions: [
      {
        medicines: [{ en: "ibuprofen", zh: "布洛芬" }],
        because: { en: "ibuprofen", zh: "布洛芬" },
        verdict: "avoid",
        why: { en: "an allergy to it", zh: "对它过敏" },
        source: "formulary",
      },
    ],
    asked: ["allergy", "condition", "observation"],
    not_asked: ["medicine"],
    hidden: 2,
    cut: false,
    birth_date: null,
  };
  await openPage(doctor, server);
  const part = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(".part-history dl");
    if (found === null) throw new Error("not there yet");
    return found;
  });
  const lines = [...part.children].map((kind) => kind.textContent);
  expect(lines[0]).toMatch(/Allergies.*ibuprofen.*rash.*active.*2019.*Dr Wang/);
  expect(lines[1]).toContain("None on record");
  expect(lines[2]).toContain("Could not be asked");
  expect(lines[2]).not.toContain("None on record");
  expect(document.querySelector(".part-history")?.textContent).toContain("2 values of other departments");
  expect(document.querySelector(".part-history .caution-avoid")?.textContent).toContain("an allergy to it");
});

test("an edit is kept with what was there before struck", async () => {
  const { server, user } = await openPage();
  sentence("high blood pressure for ten years").focus();
  await user.keyboard("e");
  const box = await screen.findByRole("textbox", editor);
  await user.clear(box);
  await user.type(box, "high blood pressure for twenty years{Enter}");
  await waitFor(() => expect(document.querySelector(".part-past_history del")?.textContent).toBe("ten"));
  expect(document.querySelector(".part-past_history ins")?.textContent).toBe("twenty");
  expect(server.writes[0]?.body).toEqual({
    statement_id: "s3",
    text: "high blood pressure for twenty years",
    version: 1,
  });
  expect(document.querySelector(".changes")?.textContent).toContain("1 change");
});

test("Escape leaves a sentence as it was", async () => {
  const { server, user } = await openPage();
  sentence("tight chest for days").focus();
  await user.keyboard("e");
  await user.type(await screen.findByRole("textbox", editor), " and nights{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(sentence("tight chest for days")));
  expect(server.writes).toHaveLength(0);
});

test("when two write the same sentence, both are shown and neither is lost", async () => {
  const { server, user } = await openPage();
  sentence("high blood pressure for ten years").focus();
  await user.keyboard("e");
  const box = await screen.findByRole("textbox", editor);
  await user.clear(box);
  server.editByAnother("s3", "no high blood pressure");
  await user.type(box, "high blood pressure, mine{Enter}");
  const notice = await screen.findByText(/changed this sentence while you wrote/);
  const both = notice.closest(".conflict")?.textContent ?? "";
  expect(both).toContain("no high blood pressure");
  expect(both).toContain("high blood pressure, mine");
  expect(server.summary.summary?.statements[2]?.text).toBe("no high blood pressure");
  await user.click(screen.getByRole("button", { name: "Save mine now" }));
  await waitFor(() => expect(server.summary.summary?.statements[2]?.text).toBe("high blood pressure, mine"));
  expect(server.writes.map((write) => write.body.version)).toEqual([1, 2]);
  expect(server.summary.revisions.map((revision) => revision.by)).toEqual(["Dr Wu", "Dr Chen"]);
});

test("keeping theirs sends nothing more", async () => {
  const { server, user } = await openPage();
  sentence("high blood pressure for ten years").focus();
  await user.keyboard("e");
  server.editByAnother("s3", "no high blood pressure");
  await user.type(await screen.findByRole("textbox", editor), " mine{Enter}");
  await user.click(await screen.findByRole("button", { name: "Keep theirs" }));
  await waitFor(() => expect(screen.queryByRole("textbox", editor)).toBeNull());
  expect(server.summary.summary?.statements[2]?.text).toBe("no high blood pressure");
  expect(server.writes).toHaveLength(1);
});

test("a page that changed before the signature is read again, not signed", async () => {
  const { server, user } = await openPage();
  server.editByAnother("s2", "tight chest for weeks");
  await user.click(await screen.findByRole("button", { name: "Review and sign" }));
  await user.click(await screen.findByRole("button", { name: "Sign as Dr Chen" }));
  await screen.findByText(/before you signed/);
  expect(server.summary.signed_by).toBeNull();
  expect(document.querySelector(".part-complaint ins")?.textContent).toBe("weeks");
  await user.click(await screen.findByRole("button", { name: "Review and sign" }));
  await user.click(await screen.findByRole("button", { name: "Sign as Dr Chen" }));
  await screen.findByText(/Signed by Dr Chen/);
});

test("what the machine wrote about itself says so", async () => {
  await openPage();
  expect(screen.getByText("made by the machine").closest("section")?.textContent).toContain("Cardiology: tight chest");
});

test("a nurse reads the page but neither edits nor signs it", async () => {
  await openPage(nurse);
  expect(screen.queryByRole("button", { name: /sign/ })).toBeNull();
  expect(screen.queryByRole("textbox", { name: "Examination" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Add to/ })).toBeNull();
  expect(screen.getByRole("combobox", { name: "Department" })).toHaveProperty("value", "cardiology-1");
});

async function signInAgain(user: ReturnType<typeof userEvent.setup>, username: string) {
  await screen.findByText(/run out/);
  await user.type(screen.getByLabelText("User name"), username);
  await user.type(screen.getByLabelText("Password"), "right{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Password")).toBeNull());
}

test("half-written words are kept for whoever wrote them while the sign-in ran out, and for nobody else", async () => {
  const { server, user } = await openPage();
  sentence("high blood pressure for ten years").focus();
  await user.keyboard("e");
  await user.type(await screen.findByRole("textbox", editor), " and nights");
  server.me = null;
  await user.keyboard("{Enter}");
  await signInAgain(user, "chen");
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox", editor)).value).toContain(" and nights");
  server.me = null;
  await user.type(screen.getByRole("textbox", editor), "{Enter}");
  await signInAgain(user, "lin");
  expect(screen.queryByRole("textbox", editor)).toBeNull();
});

test("what was changed in the record itself stands on the page, and what was taken back does not", async () => {
  const server = new DeskServer(doctor);
  const change = (version: number, field: string, before: string, after: string) => ({
    outpatient_number: 20001,
    version,
    by: "Li Na",
    at: "2026-11-21T10:05:00",
    fields: [{ field, before, after }],
  });
  server.summary.changed = [
    change(2, "drug_allergy_history", "penicillin", "sulfonamides"),
    change(3, "notes", "", "wheelchair"),
    change(4, "notes", "wheelchair", ""),
  ];
  await openPage(doctor, server);
  const heading = await screen.findByRole("heading", { name: "Changed in the record" });
  const [line, ...more] = within(heading.closest("section") ?? heading).getAllByRole("listitem");
  expect(more).toHaveLength(0);
  expect(line?.textContent).toContain("Drug allergies");
  expect(line?.textContent).toContain("Li Na");
  expect(line?.querySelector("ins")?.textContent).toContain("sulfonamides");
});

test("the patient's own words in a sentence look like a quotation", async () => {
  const server = new DeskServer(doctor);
  const words = "little white ones, one a day";
  const text = `Asked “Which medicines do you take?”, said “${words}”`;
  const evidence = [{ turn: 3, quote: words, tapped: false }];
  const more = { machine: false, field: null, written: null, translated: null, contradicted: false, coded: null };
  server.summary.summary?.statements.push({ statement_id: "s5", section: "medicines", text, evidence, ...more });
  await openPage(doctor, server);
  const [quoted, ...others] = document.querySelectorAll(".own-words");
  expect(others).toHaveLength(0);
  expect(quoted?.textContent).toBe(`“${words}”`);
  expect(quoted?.closest("a")?.textContent).toBe(text);
});

test("a complaint in the patient's own words is not quoted twice", async () => {
  const server = new DeskServer(doctor);
  const [line] = server.summary.summary?.statements.filter(({ section }) => section === "complaint") ?? [];
  if (line) line.text = "“Well, my chest has been tight for days”";
  await openPage(doctor, server);
  expect(document.querySelectorAll(".complaint-quote")).toHaveLength(0);
});

test("how the summary was gone through stands behind it", async () => {
  const { user } = await openPage();
  await user.click(screen.getByText("Gone through before you: one correction."));
  expect(screen.getByText("Missing: sweating (said: “no sweat”).")).toBeTruthy();
  expect(screen.getByText("Pertinent negatives: 1 to look at.")).toBeTruthy();
});

test("a sentence that is not right is told with a reason", async () => {
  const { server, user } = await openPage();
  sentence("high blood pressure for ten years").focus();
  const [note] = await waitFor(() => {
    expect(notes()).toHaveLength(1);
    return notes();
  });
  await user.click(within(note as HTMLElement).getByRole("button", { name: "Not right" }));
  await user.type(await screen.findByRole("textbox", { name: "In your words (not needed)" }), "two years");
  await user.click(screen.getByRole("button", { name: "Not said so" }));
  await screen.findByText("Thank you. It goes into the quality report.");
  const given = server.writes.at(-1);
  expect(given?.path).toContain("/dislikes");
  expect(given?.body).toEqual({ reason: "untrue", statement_id: "s3", words: "two years" });
});

test("a care plan is drafted when the doctor asks, each line with where it is from", async () => {
  const server = new DeskServer(doctor);
  server.summary.care_plans = true;
  const { user } = await openPage(doctor, server);
  await user.click(screen.getByRole("button", { name: "Draft a care plan" }));
  await screen.findByText("Care plan: a draft");
  expect(screen.getByText(/an ECG at once/).textContent).toContain("Chest pain: our protocol, because of: chest pain");
});

test("a question about the patient is answered, with how it was got", async () => {
  const { server, user } = await openPage();
  await user.type(screen.getByRole("textbox", { name: "Ask about this patient" }), "latest creatinine{Enter}");
  await screen.findByText("creatinine: 2026-10-20: 139 µmol/L high.");
  expect(server.writes.at(-1)?.body).toEqual({ question: "latest creatinine" });
  await user.click(screen.getByText("How was this got?"));
  expect(screen.getByText("record 7 (2026-10-20, Cardiology)")).toBeTruthy();
  expect(screen.getByText(/tests: creatinine/)).toBeTruthy();
});

test("what was not understood offers the nearest questions, and the answers before stay", async () => {
  const { server, user } = await openPage();
  const box = screen.getByRole("textbox", { name: "Ask about this patient" });
  await user.type(box, "latest creatinine{Enter}");
  await screen.findByText("creatinine: 2026-10-20: 139 µmol/L high.");
  server.clinical = { answered: false, answer: "I did not understand this question.", suggestions: ["Plot INR"] };
  await user.type(box, "hm{Enter}");
  await screen.findByText("I did not understand this question.");
  expect(screen.getByText("creatinine: 2026-10-20: 139 µmol/L high.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Plot INR" }));
  await waitFor(() => expect(server.writes.at(-1)?.body).toEqual({ question: "Plot INR" }));
});

test("a tile is no quotation in the footnote", async () => {
  const server = new DeskServer(doctor);
  const evidence = [{ turn: 3, quote: "High blood pressure", tapped: true }];
  const more = { machine: false, field: null, written: null, translated: null, contradicted: false, coded: null };
  server.summary.summary?.statements.push({ statement_id: "s5", section: "complaint", text: "HT", evidence, ...more });
  await openPage(doctor, server);
  const notes = [...document.querySelectorAll(".note-quote")].filter((note) => note.textContent.includes("tapped:"));
  expect(notes.map((note) => note.querySelector("q"))).toEqual([null]);
  expect(document.querySelector(".complaint-quote")?.textContent ?? "").not.toContain("High blood pressure");
});
