import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Department, Question } from "../../src/api/kiosk";
import { degrees } from "../../src/kiosk/parts/NumberPad";
import { button, kioskIn } from "./kiosk";
import { aPart, aQuestion, tile, type FakeServer } from "./fakeServer";

const NONE = tile("none", "None of these");
const danger = (parts: Partial<Question> = {}) =>
  aQuestion({
    key: "danger",
    text: "Is any of this so now?",
    options: [tile("sign:sweat", "Cold sweat"), tile("sign:faint", "Fainted just now"), tile("sign:blue", "Lips are blue")],
    ways_out: [tile("unsure", "Not sure"), NONE, tile("person", "A person, please")],
    several: true,
    ...parts,
  });

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const turns = (server: FakeServer) => server.writes("/turns").map((call) => call.body);

test("a page with several answers collects them and sends their keys with one button", async () => {
  const { server, user } = await kioskIn({ question: danger() });
  expect(button("Go on")).toHaveProperty("disabled", true);
  await user.click(box("Cold sweat"));
  await user.click(box("Lips are blue"));
  await user.click(box("Fainted just now"));
  await user.click(box("Fainted just now"));
  await user.click(button("Go on: 2 chosen"));
  expect(turns(server)).toMatchObject([
    { text: "Cold sweat, Lips are blue", option: null, options: ["sign:sweat", "sign:blue"], means: "tapped" },
  ]);
});

test("none of these is sent at once where nothing is chosen", async () => {
  const { server, user } = await kioskIn({ question: danger() });
  await user.click(button("None of these"));
  expect(turns(server)).toMatchObject([{ options: ["none"], option: null }]);
});

test("none of these empties the others first, and another tile empties it", async () => {
  const { server, user } = await kioskIn({ question: danger() });
  await user.click(box("Cold sweat"));
  await user.click(button("None of these"));
  expect(turns(server)).toHaveLength(0);
  expect(box("Cold sweat").checked).toBe(false);
  await user.click(box("Lips are blue"));
  expect(button("None of these").getAttribute("aria-pressed")).toBe("false");
  await user.click(button("None of these"));
  await user.click(button("Go on"));
  expect(turns(server)).toMatchObject([{ options: ["none"] }]);
});

test("a tile filled in from the patient's words is chosen, shows them, and can be untapped", async () => {
  const options = [tile("fact:a", "Chest pain", "it hurts in the middle"), tile("fact:b", "Cough")];
  const { server, user } = await kioskIn({ question: danger({ key: "offered", options }) });
  expect(box(/Chest pain.*“it hurts in the middle”/).checked).toBe(true);
  await user.click(box(/Chest pain/));
  await user.click(box("Cough"));
  await user.click(button("Go on: 1 chosen"));
  expect(turns(server)).toMatchObject([{ options: ["fact:b"] }]);
});

test("on a page with one answer the tile that was filled in is confirmed, or another one sent", async () => {
  const options = [tile("days", "Two or three days", "for days"), tile("week", "About a week")];
  const { server, user } = await kioskIn({ question: aQuestion({ options }) });
  expect(button(/Two or three days/).getAttribute("aria-pressed")).toBe("true");
  await user.click(button("Go on"));
  await user.click(button("About a week"));
  expect(turns(server)).toMatchObject([
    { option: "days", options: [] },
    { option: "week", options: [] },
  ]);
});

test("what is only filled in does not go along with words", async () => {
  const options = [tile("fact:a", "Chest pain", "it hurts"), tile("fact:b", "Cough")];
  const { server, user } = await kioskIn({ question: danger({ options }) });
  await user.click(button("Type my own words"));
  await user.type(screen.getByRole("textbox"), "no, my hip{Enter}");
  expect(turns(server)).toMatchObject([{ text: "no, my hip", options: [], means: "typed" }]);
});

test("tiles tapped on the page go along with words and with a call for a person", async () => {
  const { server, user } = await kioskIn({ question: danger() });
  await user.click(box("Cold sweat"));
  await user.click(button("Type my own words"));
  await user.type(screen.getByRole("textbox"), "all night{Enter}");
  await user.click(box("Lips are blue"));
  await user.click(button("A person, please"));
  expect(turns(server)).toMatchObject([
    { text: "all night", option: null, options: ["sign:sweat"], means: "typed" },
    { option: "person", options: ["sign:blue"] },
  ]);
});

test("the first page has the place for words first, then complaints with the body beside them, then errands", async () => {
  const options = [tile("fact:finding:fever", "Fever"), tile("fact:request:read_report", "My report")];
  const { server, user } = await kioskIn({ question: danger({ key: "open", options, body_map: true }) });
  const after = (first: Element, next: Element) =>
    expect(first.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  after(button("Type my own words"), box("Fever"));
  after(box("Fever"), button("Knee"));
  after(button("Knee"), button("My report"));
  expect(box("Fever").closest("label")?.querySelector(".picture")).toBeTruthy();
  await user.click(button("Knee"));
  expect(turns(server)[0]).toMatchObject({ text: "Knee", option: "site:knee", means: "tapped" });
});

test("something else on the first page opens the box for words", async () => {
  const { user } = await kioskIn({ question: danger({ key: "open", body_map: true }) });
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(button("Something else"));
  expect(screen.getByRole("textbox")).toBeTruthy();
});

const WHO = aQuestion({
  key: "who",
  options: ["self", "child", "other"].flatMap((who) => ["male", "female"].map((sex) => tile(`${who}_${sex}`, `${who}, ${sex}`))),
});

test("who is ill, their sex and age are a tap each, and two answers", async () => {
  const { server, user } = await kioskIn({ question: WHO });
  const ages = aQuestion({ key: "age", options: [tile("toddler", "1 to 3 years")] });
  await user.click(button("My child"));
  await user.click(button("1 to 3 years"));
  expect(turns(server)).toEqual([]);
  server.session = { ...server.session, question: ages };
  await user.click(button("A girl"));
  await waitFor(() => expect(turns(server)).toMatchObject([{ option: "child_female" }, { option: "toddler" }]));
});

test("nothing on that page comes, goes or changes its place with a tap", async () => {
  const { user } = await kioskIn({ question: WHO });
  const buttons = () => screen.getAllByRole("button").map((one) => one.textContent);
  const before = buttons();
  for (const who of ["Me", "Someone I came with"]) {
    await user.click(button(who));
    expect(buttons()).toEqual(before);
  }
  expect(before).toContain("Go on");
});

test("someone I came with may be of any age, who speaks for themselves no small child", async () => {
  const { server, user } = await kioskIn({ question: WHO });
  await user.click(button("Me"));
  expect(button("4 to 6 years")).toHaveProperty("disabled", true);
  await user.click(button("Someone I came with"));
  await user.click(button("Female"));
  await user.click(button("4 to 6 years"));
  expect(turns(server)).toMatchObject([{ option: "other_female" }]);
});

test("ages and relations are those that the complaint allows", async () => {
  const options = WHO.options.filter(({ key }) => key === "self_female" || key === "other_female");
  await kioskIn({ question: { ...WHO, options, ages: ["youth", "middle"] } });
  expect(screen.queryByRole("button", { name: "My child" })).toBeNull();
  expect(screen.queryByRole("button", { name: "75 or older" })).toBeNull();
  expect(button("14 to 39")).toBeTruthy();
});

test("without an age the page goes on at a button, and the age is asked", async () => {
  const { server, user } = await kioskIn({ question: WHO });
  await user.click(button("Me"));
  await user.click(button("Female"));
  await user.click(button("Go on"));
  expect(turns(server)).toMatchObject([{ option: "self_female" }]);
});

test("a fever in half degrees is one touch", async () => {
  const { server, user } = await kioskIn({ question: aQuestion({ key: "temperature", pad: "temperature" }) });
  await user.click(button("39.5 °C"));
  expect(turns(server)).toMatchObject([{ text: "39.5", means: "tapped" }]);
});

test.each<[Question["pad"], string, string, string]>([
  ["years", "34", "34 years", "34"],
  ["years_or_months", "14", "14 months", "14 months"],
  ["years_or_months", "3", "3 years", "3 years"],
  ["temperature", "38.5", "38.5 °C", "38.5"],
])("the pad for %s takes %s, and %s sends %s", async (pad, keys, name, text) => {
  const { server, user } = await kioskIn({ question: aQuestion({ pad }) });
  if (pad === "temperature") await user.click(button("Another number"));
  for (const key of keys) await user.click(button(key));
  const [send] = screen.getAllByRole("button", { name }).slice(-1);
  if (send) await user.click(send);
  expect(turns(server)).toMatchObject([{ text, option: null, means: "tapped" }]);
});

test("a pad sends no age that nobody has", async () => {
  const { user } = await kioskIn({ question: aQuestion({ pad: "years" }) });
  expect(button("years")).toHaveProperty("disabled", true);
  await user.type(screen.getByLabelText("How many years?"), "340");
  expect(button("340 years")).toHaveProperty("disabled", true);
});

test("in Chinese the pad sends months with their word", async () => {
  const { server, user } = await kioskIn({ question: aQuestion({ pad: "years_or_months" }), language: "zh" });
  await user.click(button("1"));
  await user.click(button("4"));
  await user.click(button("14个月"));
  expect(turns(server)).toMatchObject([{ text: "14个月" }]);
});

test.each([
  ["38.5", "38.5"],
  ["385", "38.5"],
  ["38。5", "38.5"],
  ["38.", "38."],
  ["38.55", "38.5"],
  ["38", "38"],
])("a temperature typed as %s is %s", (typed, read) => {
  expect(degrees(typed)).toBe(read);
});

test("the question is put again under an answer that does not hold it", async () => {
  const reply = { text: "Radiology closes at five.", language: "en" as const, by: null, sources: [], repeat_of: null, line: 2, sentences: 1, aloud: true, beside: null };
  await kioskIn({ question: aQuestion({ text: "Since when?" }), reply });
  expect(screen.getByText("Radiology closes at five.")).toBeTruthy();
  expect(screen.getByText("Since when?")).toBeTruthy();
});

test("what was kept as it was said is quoted under its question, and can be reworded from its own words", async () => {
  const said = { key: "said:medicines:4", text: "little white ones", quoted: true, asked: "What medicines do you take?" };
  const { server, user } = await kioskIn({ doctor_reads: [aPart("medicines", said)], understood_line: "little white ones" });
  await user.click(button(/Check and correct/));
  const line = within(screen.getByRole("listitem"));
  await user.click(line.getByRole("button", { name: /Asked “What medicines do you take\?” you said “little white ones”/ }));
  await user.type(line.getByRole("textbox"), ", one a day{Enter}");
  expect(server.writes("/corrections")[0]?.body).toMatchObject({
    key: "said:medicines:4",
    text: "little white ones, one a day",
  });
});

test("words from the read-back are a turn of the conversation, and lead back to it", async () => {
  const { server, user } = await kioskIn({ understood_line: "cough" });
  await user.click(button(/Check and correct/));
  await user.type(screen.getByLabelText(/Is something missing/), "and a fever{Enter}");
  expect(turns(server)).toMatchObject([{ text: "and a fever" }]);
  expect(screen.queryByText("This is what I understood")).toBeNull();
});

test("how bad it is is touched on a scale or said by a tile", async () => {
  const question = aQuestion({ key: "severity", text: "How bad is it?", options: [tile("mild", "A little")], pad: "of_ten" });
  const { server, user } = await kioskIn({ question });
  await user.click(button("7"));
  await user.click(button("A little"));
  expect(turns(server)).toMatchObject([{ text: "7 of 10", option: null }, { option: "mild" }]);
});

const confirm = (parts: Partial<Question> = {}) =>
  aQuestion({ key: "doctor_reads", text: "This is what your doctor will read.", options: [tile("yes", "That is right")], optional: true, ...parts });

test("before the hand-over stands what the doctor will read, with one button that it is right", async () => {
  const allergies = aPart("allergies", { key: "allergy:none", text: "none", contradicted: true });
  const { server, user } = await kioskIn({ question: confirm(), doctor_reads: [aPart("medicines"), allergies] });
  expect(screen.getByText("Nothing told")).toBeTruthy();
  expect(screen.getByText("You also said otherwise. The doctor will ask.")).toBeTruthy();
  await user.type(screen.getByLabelText(/Is something missing/), "I am left-handed{Enter}");
  await user.click(button("That is right"));
  expect(turns(server)).toMatchObject([{ text: "I am left-handed" }, { option: "yes", means: "tapped" }]);
});

test("what is not there stands in one line until it is touched", async () => {
  const no = (code: string) => ({ key: `finding:${code}`, text: `no ${code}`, denied: true });
  const { server, user } = await kioskIn({ question: confirm(), doctor_reads: [aPart("story", no("rash"), no("fever"))] });
  await user.click(button(/no rash; no fever/));
  await user.click(button(/^no fever/));
  await user.click(button("Take it out"));
  expect(server.writes("/corrections")[0]?.body).toMatchObject({ key: "finding:fever", text: "" });
});

test("a note of the nurse's cannot be touched", async () => {
  await kioskIn({ question: confirm(), doctor_reads: [aPart("notes", { key: null, text: "The patient asks: is it bad?" })] });
  expect(screen.queryByRole("button", { name: /The patient asks/ })).toBeNull();
  expect(screen.getByText("The patient asks: is it bad?")).toBeTruthy();
});

const department: Department = {
  department_id: "cardiology",
  name: "Cardiology",
  building: "Outpatient Building",
  floor: 2,
  room: "A203",
  directions: "",
  open_now: true,
  hours_today: "08:00-12:00",
  notice: null,
      opens: null,
  physicians: [],
  slots: [],
};

test("who finishes while questions for the doctor are left sees first what the doctor will read", async () => {
  const { server, user } = await kioskIn({
    question: danger({ key: "past_history", optional: true, ways_out: [NONE, tile("skip", "Go now")] }),
    recommendation: { department, because: [], urgent_note: null, emergency: null },
  });
  await user.click(button("Finish"));
  expect(turns(server)).toMatchObject([{ option: "skip" }]);
});

test("a department has a page of its own first; then its questions stand beside it, and one may go now", async () => {
  const { server, user } = await kioskIn({
    question: danger({ key: "past_history", optional: true, ways_out: [NONE, tile("skip", "Go now")] }),
    recommendation: { department, because: [], urgent_note: null, emergency: null },
    questions_left: 3,
  });
  await user.click(button("Answer 3 more questions for your doctor"));
  expect(screen.getByText("You are going to: Cardiology")).toBeTruthy();
  expect(screen.getByText("Outpatient Building, floor 2, room A203")).toBeTruthy();
  expect(screen.getByText("The doctor would like 3 more answers from you, or go now.")).toBeTruthy();
  await user.click(button("Show the way"));
  expect(screen.getByRole("heading", { level: 1, name: "Cardiology" })).toBeTruthy();
  await user.click(button("All done, I am going"));
  expect(turns(server)).toMatchObject([{ option: "skip" }]);
  expect(screen.getByRole("heading", { level: 1, name: "Cardiology" })).toBeTruthy();
});

const background = (parts: Partial<Question> = {}) =>
  aQuestion({
    key: "background",
    text: "Do you have any illnesses, or any allergies?",
    options: [
      tile("since/today", "Today"),
      tile("since/days", "Two or three days ago"),
      tile("past_history/fact:condition:gout", "Gout"),
      tile("past_history/none", "None of these"),
      tile("allergies/fact:allergy:penicillin", "Penicillin"),
      tile("allergies/fact:allergy:food", "Food"),
      tile("allergies/none", "No allergies"),
    ],
    rows: [
      { key: "since", text: "Since when", several: false },
      { key: "past_history", text: "Illnesses", several: true },
      { key: "allergies", text: "Allergies", several: true },
    ],
    ...parts,
  });

test("a page of several questions has a group of its own for each, and sends what is chosen in all of them at once", async () => {
  const { server, user } = await kioskIn({ question: background() });
  expect(button("Go on")).toHaveProperty("disabled", true);
  const since = within(screen.getByRole("group", { name: "Since when" }));
  await user.click(since.getByRole("button", { name: "Today" }));
  await user.click(since.getByRole("button", { name: "Two or three days ago" }));
  await user.click(within(screen.getByRole("group", { name: "Illnesses" })).getByRole("checkbox", { name: "None of these" }));
  await user.click(box("Penicillin"));
  await user.click(box("Food"));
  await user.click(button("Go on: 4 chosen"));
  expect(turns(server)).toMatchObject([
    { options: ["since/days", "past_history/none", "allergies/fact:allergy:penicillin", "allergies/fact:allergy:food"] },
  ]);
});

test("none empties its own row alone, and another tile of the row empties it", async () => {
  const { user } = await kioskIn({ question: background() });
  await user.click(box("Gout"));
  await user.click(box("Penicillin"));
  await user.click(box("No allergies"));
  expect([box("Gout").checked, box("Penicillin").checked, box("No allergies").checked]).toEqual([true, false, true]);
  await user.click(box("Food"));
  expect([box("Gout").checked, box("No allergies").checked]).toEqual([true, false]);
});

test("nothing else leaves what was heard chosen, and both are sent", async () => {
  const heard = tile("medicines/fact:medicine:amlodipine", "Amlodipine", "amlodipine");
  const { server, user } = await kioskIn({
    question: background({
      options: [heard, tile("medicines/forgot", "Yes, I forgot the name"), tile("medicines/none", "Nothing else")],
      rows: [{ key: "medicines", text: "Medicines taken now", several: true }],
    }),
  });
  await user.click(box("Yes, I forgot the name"));
  await user.click(box("Nothing else"));
  await user.click(button("Go on: 2 chosen"));
  expect(turns(server)).toMatchObject([{ options: ["medicines/fact:medicine:amlodipine", "medicines/none"] }]);
});
