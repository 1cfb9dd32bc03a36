import { act, screen, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, expect, test, vi } from "vitest";
import { button, kioskIn } from "./kiosk";

const DICTIONARY = "virtual:pinyin-dictionary";

afterEach(() => vi.doUnmock(DICTIONARY));

async function chineseKeys() {
  const { server, user } = await kioskIn({ language: "zh", question: null });
  await user.click(button("键盘"));
  const type = async (letters: string) => {
    for (const letter of letters) await user.click(within(keys()).getByRole("button", { name: letter }));
  };
  const candidate = (text: string) => within(candidates()).findByRole("button", { name: text }, { timeout: 30_000 });
  return { server, user, type, candidate };
}

const keys = () => screen.getByRole("group", { name: "拼音键盘" });
const candidates = () => screen.getByRole("group", { name: "选一个词" });
const box = () => screen.getByRole<HTMLTextAreaElement>("textbox").value;
const line = () => keys().querySelector("[aria-live]")?.textContent;

test("a dictionary that does not come is said, and Latin letters can be typed", async () => {
  vi.doMock(DICTIONARY, () => Promise.reject(new TypeError("no network")));
  const { user } = await chineseKeys();
  expect(await screen.findByText(/现在打不了中文/)).toBeTruthy();
  await user.click(button("中/英"));
  await user.click(button("q"));
  expect(box()).toBe("q");
});

test("letters gather in a line, a tapped word leaves the rest, the space takes the first", async () => {
  const { user, type, candidate } = await chineseKeys();
  await type("wotouteng");
  await candidate("我头疼");
  expect(line()).toBe("wo tou teng");
  expect(box()).toBe("");
  await user.click(await candidate("我"));
  expect([box(), line()]).toEqual(["我", "tou teng"]);
  await user.click(button("空格"));
  expect([box(), line()]).toEqual(["我头疼", ""]);
});

test("erasing begins with the letters that are not words yet", async () => {
  const { user, type, candidate } = await chineseKeys();
  await type("fashao");
  await user.click(await candidate("发烧"));
  await type("t");
  await user.click(button("删除"));
  expect([box(), line()]).toEqual(["发烧", ""]);
  await user.click(button("删除"));
  expect(box()).toBe("发");
});

test("there are more words behind the first", async () => {
  const { user, type, candidate } = await chineseKeys();
  await type("shi");
  await candidate("是");
  expect(button("上一页")).toHaveProperty("disabled", true);
  await user.click(button("下一页"));
  expect(within(candidates()).queryByRole("button", { name: "是" })).toBeNull();
  await user.click(button("上一页"));
  expect(await candidate("是")).toBeTruthy();
});

test("a mark takes the likeliest words with it, and so do sending and the keys for English", async () => {
  const { server, user, type, candidate } = await chineseKeys();
  await type("kesou");
  await candidate("咳嗽");
  await type("，");
  expect(box()).toBe("咳嗽，");
  await type("fashao");
  await candidate("发烧");
  await user.click(button("中/英"));
  expect(box()).toBe("咳嗽，发烧");
  await user.click(button("中/英"));
  await type("touteng");
  await candidate("头疼");
  await user.click(button("发送"));
  expect(server.writes("/turns")[0]?.body.text).toBe("咳嗽，发烧头疼");
});

test("words that did not arrive are in the box again, and the line is empty", async () => {
  const { server, user, type, candidate } = await chineseKeys();
  await type("touteng");
  await candidate("头疼");
  server.failNext({ status: 413, code: "body_too_large" });
  await user.click(button("发送"));
  expect([box(), line()]).toEqual(["头疼", ""]);
});

test("the English screen has no keys for Chinese", async () => {
  const { user } = await kioskIn({ question: null });
  await user.click(button("Keyboard"));
  expect(screen.queryByRole("button", { name: "中/EN" })).toBeNull();
  expect(screen.queryByRole("group", { name: "Pinyin keyboard" })).toBeNull();
});

test("nothing on it keeps anybody out", async () => {
  const { type, candidate } = await chineseKeys();
  await type("touteng");
  await candidate("头疼");
  const { violations } = await act(() => axe.run(document.body));
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
