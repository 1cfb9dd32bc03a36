import { expect, test } from "vitest";
import { freshId } from "../src/api/ids";

test("a fresh id has the shape the server asks for and is never the same twice", () => {
  const ids = Array.from({ length: 50 }, freshId);
  expect(ids.every((id) => /^[A-Za-z0-9_-]{8,64}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(50);
});
