import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendOnce } from "@/components/form/send-once";
import { forgetSession } from "@/features/account/components/forget-session";
import type { ErrorCode } from "@/lib/errors";
import { keyOfTyped } from "@/lib/form-key";
import { countUnsent, draftKey, leftBehind, unsentKey } from "@/lib/unsent";
import { forgetUnsent, keepDraft, unsentKeeper } from "@/lib/unsent-store";
import { stubStorage } from "../harness/browser-storage";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a logout counts the person's unsent marks or, on a page that does not know the person, everyone's", () => {
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

it("a typed text has one random key until it is sent", () => {
  const keys = new Map<string, unknown>();
  const first = keyOfTyped(keys, "Kiran");
  expect([first, keyOfTyped(keys, "Kiran")]).toEqual([expect.stringMatching(/^\d+-\d+-\d+-\d+$/), first]);
  expect(keyOfTyped(keys, "Asha")).not.toBe(first);
  keys.delete("Kiran");
  expect(keyOfTyped(keys, "Kiran")).not.toBe(first);
});

it("a form whose answer was lost is sent again with its key, even by another dialog, until an answer comes", async () => {
  const keys: string[] = [];
  const send = vi.fn(async ({ key }: { key: string }) => keys.push(key));
  send.mockRejectedValueOnce(new Error("Failed to fetch"));
  await expect(sendOnce({ name: "Asha" }, send)).rejects.toThrow("Failed to fetch");
  for (const name of ["Dev", "Asha", "Asha"]) await sendOnce({ name }, send);
  const [[lost] = []] = send.mock.calls;
  const [other, again, anew] = keys;
  expect(again).toBe(lost?.key);
  expect(new Set([other, again, anew]).size).toBe(3);
  expect(leftBehind.size).toBe(0);
});

it("a form that is sent again more than an hour after the last try gets a new key", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  const keys: string[] = [];
  const send = async ({ key }: { key: string }) => {
    keys.push(key);
    throw new Error("Failed to fetch");
  };
  for (const minute of [0, 60, 120, 181]) {
    vi.setSystemTime(minute * 60 * 1000);
    await expect(sendOnce({ text: "Please bring the papers." }, send)).rejects.toThrow("Failed to fetch");
  }
  const [first, second, third, fourth] = keys;
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

const answered = (code: ErrorCode, httpStatus: number) =>
  Object.assign(new Error("Answered"), { data: { code, httpStatus } });

it.each([
  [answered("NOT_FOUND", 404), false],
  [answered("BAD_REQUEST", 400), false],
  [answered("REQUEST_IN_PROGRESS", 409), true],
  [answered("FORBIDDEN", 403), true],
  [answered("TOO_MANY_REQUESTS", 429), true],
  [answered("SERVICE_UNAVAILABLE", 503), true],
  [new Error("Failed to fetch"), true],
])("a form that is sent again after %j has the same key: %s", async (error, isSame) => {
  const keys: string[] = [];
  const send = vi.fn(async ({ key }: { key: string }) => void keys.push(key));
  send.mockImplementationOnce(async ({ key }) => {
    keys.push(key);
    throw error;
  });
  await expect(sendOnce({ name: "Asha" }, send)).rejects.toThrow(error);
  await sendOnce({ name: "Asha" }, send);
  expect(keys[0] === keys[1]).toBe(isSame);
});

const source = join(import.meta.dirname, "../../src/features");
const keyed = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx"))
  .map((path) => [path, readFileSync(join(source, path), "utf8")] as const)
  .filter(([, text]) => text.includes("sendOnce("));

it("every form with a key uses the text `noAnswer`", () => {
  expect(keyed.length).toBeGreaterThan(7);
  const unprepared = keyed.filter(([, text]) => !/\bnoAnswer[)}]/.test(text));
  expect(unprepared.map(([path]) => path)).toEqual([]);
});

it("forgetting a person's unsent marks leaves those of others", () => {
  const all = {
    [`${unsentKey}:meera:exam-1`]: "{}",
    [`${unsentKey}:meera:exam-2`]: "{}",
    [`${unsentKey}:ravi:exam-1`]: "{}",
  };
  const removed: string[] = [];
  const removeItem = (key: string) => void removed.push(key);
  vi.stubGlobal("localStorage", Object.assign(Object.create({ removeItem }), all));
  forgetUnsent("meera");
  expect(removed).toEqual([`${unsentKey}:meera:exam-1`, `${unsentKey}:meera:exam-2`]);
});

it.each([
  ["is null", () => null],
  [
    "may not be read",
    () => {
      throw new Error("SecurityError");
    },
  ],
])("a logout finds no unsent marks if the browser's storage %s", (_, get) => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("localStorage", null);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get });
  expect([countUnsent("meera"), countUnsent(undefined)]).toEqual([0, 0]);
  forgetUnsent("meera");
  expect(warned).toHaveBeenCalledOnce();
});

it.each([
  ["answers", () => new Response('{"csrfToken":"x"}')],
  ["is out of reach", () => Promise.reject(new Error("offline"))],
])("after a login was ended everywhere, no input is left in this tab if the server %s", async (_, answer) => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("fetch", async () => answer());
  const [local, tab] = [stubStorage(), stubStorage("sessionStorage")];
  local.set("user", "{}");
  keepDraft("admission", { name: "Asha Rao" });
  leftBehind.set("/contact", "a message");
  tab.set("other", "1");
  expect([...tab.keys()]).toEqual([`${draftKey}:admission`, "other"]);
  await forgetSession();
  expect([...local.keys(), ...tab.keys(), ...leftBehind.keys()]).toEqual(["other"]);
});

describe("an unsent mark that several tabs of one sheet keep", () => {
  const kept = new Map<string, string>();
  const stored = () => JSON.parse(kept.get(`${unsentKey}:meera:exam-1`) ?? "{}") as unknown;
  const tab = (personId = "meera") => unsentKeeper(personId, "exam-1");

  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
  });

  it("stays when another tab has nothing to keep, or keeps something else", () => {
    const [first, second] = [tab(), tab()];
    second.take();
    first.keep({ a: { text: "61" } });
    second.keep({});
    second.keep({ b: { text: "62" } });
    expect(stored()).toEqual({ a: { text: "61" }, b: { text: "62" } });
    second.keep({});
    expect(stored()).toEqual({ a: { text: "61" } });
  });

  it("goes when one tab has sent it, and does not come back from another tab that has it, too", () => {
    const first = tab();
    first.keep({ a: { text: "61" }, b: { text: "62" } });
    const second = tab();
    const taken = second.take();
    first.keep({ b: { text: "62" } });
    second.keep({ ...taken, c: { text: "63" } });
    expect(stored()).toEqual({ b: { text: "62" }, c: { text: "63" } });
    second.keep({});
    first.keep({});
    expect(kept.size).toBe(0);
  });

  it("is the latest one that two tabs typed for a student, even after the earlier one is sent", () => {
    const [first, second] = [tab(), tab()];
    first.keep({ a: { text: "61" } });
    second.keep({ a: { text: "71" } });
    first.keep({});
    expect(stored()).toEqual({ a: { text: "71" } });
  });

  it("stays while it belongs to a row that the tab does not show", () => {
    tab().keep({ a: { text: "61" }, gone: { text: "62" } });
    const next = tab();
    expect(next.take((id) => id !== "gone")).toEqual({ a: { text: "61" } });
    next.keep({});
    expect(stored()).toEqual({ gone: { text: "62" } });
  });

  it("belongs to one person only", () => {
    tab().keep({ a: { text: "61" } });
    const other = tab("ravi");
    expect(other.take()).toEqual({});
    other.keep({ a: { text: "12" } });
    other.keep({});
    expect(stored()).toEqual({ a: { text: "61" } });
  });

  it("is stored at the next change if the storage was full before", () => {
    const setItem = vi.fn(() => {
      throw new Error("QuotaExceededError");
    });
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.stubGlobal("localStorage", { getItem: () => null, setItem });
    const full = tab();
    full.keep({ a: { text: "61" } });
    full.keep({ a: { text: "61" } });
    expect(setItem).toHaveBeenCalledTimes(2);
  });
});
