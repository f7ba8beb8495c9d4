import { afterEach, expect, it, vi } from "vitest";
import { countUnsent, unsentKey } from "@/lib/unsent";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("a logout counts the unsent marks of the person, and on a page that does not know the person those of anyone", () => {
  const kept = {
    [`${unsentKey}:meera:exam-1`]: JSON.stringify({ a: 61, b: 62 }),
    [`${unsentKey}:meera:exam-2`]: JSON.stringify({ c: 63 }),
    [`${unsentKey}:ravi:exam-1`]: JSON.stringify({ d: 64 }),
    user: JSON.stringify({ name: "Meera Iyer" }),
  };
  const getItem = (key: string) => new Map(Object.entries(kept)).get(key) ?? null;
  vi.stubGlobal("localStorage", Object.assign(Object.create({ getItem }), kept));
  expect([countUnsent("meera"), countUnsent("vera"), countUnsent(undefined)]).toEqual([3, 0, 4]);
});
