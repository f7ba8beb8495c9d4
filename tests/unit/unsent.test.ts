import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { sendOnce } from "@/components/form/send-once";
import type { ErrorCode } from "@/lib/errors";
import { keyOfTyped } from "@/lib/form-key";
import { leftBehind } from "@/lib/unsent";

afterEach(() => {
  leftBehind.clear();
  vi.useRealTimers();
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
