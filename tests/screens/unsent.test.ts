import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetSession } from "@/features/account/components/forget-session";
import { forgetAccount, mayBeLoggedIn, rememberAccount, rememberedAccount } from "@/lib/account";
import { countUnsent, draftKey, leftBehind, unsentKey } from "@/lib/unsent";
import { forgetUnsent, keepDraft, unsentKeeper } from "@/lib/unsent-store";
import { markSession } from "../harness/session-mark";

const account = { role: "user", _id: "1", name: "Asha Rao", email: "asha@example.org" } as const;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A browser that stores no data of sites. */
function blockStorage() {
  vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied.", "SecurityError");
  });
}

it("the browser remembers an account until it is forgotten", () => {
  rememberAccount(account);
  expect(rememberedAccount()).toEqual(account);
  forgetAccount();
  expect([rememberedAccount(), localStorage.length]).toEqual([null, 0]);
});

it("in a browser that blocks storage, only the cookie tells whether somebody may be logged in", () => {
  blockStorage();
  rememberAccount(account);
  expect([rememberedAccount(), mayBeLoggedIn()]).toEqual([null, false]);
  markSession(true);
  expect(mayBeLoggedIn()).toBe(true);
});

it("a logout counts the person's unsent marks or, on a page that does not know the person, everyone's", () => {
  for (const [key, value] of [
    [`${unsentKey}:meera:exam-1`, { a: 61, b: 62 }],
    [`${unsentKey}:meera:exam-2`, { c: 63 }],
    [`${unsentKey}:ravi:exam-1`, { d: 64 }],
    ["user", { name: "Meera Iyer" }],
  ] as const)
    localStorage.setItem(key, JSON.stringify(value));
  expect([countUnsent("meera"), countUnsent("vera"), countUnsent(undefined)]).toEqual([3, 0, 4]);
});

it("forgetting a person's unsent marks leaves those of others", () => {
  for (const sheet of ["meera:exam-1", "meera:exam-2", "ravi:exam-1"])
    localStorage.setItem(`${unsentKey}:${sheet}`, "{}");
  forgetUnsent("meera");
  expect(Object.keys(localStorage)).toEqual([`${unsentKey}:ravi:exam-1`]);
});

it.each([
  ["is null", () => vi.stubGlobal("localStorage", null)],
  ["may not be read", blockStorage],
])("a logout finds no unsent marks if the browser's storage %s", (_, stub) => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  stub();
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
  localStorage.setItem("user", "{}");
  keepDraft("admission", { name: "Asha Rao" });
  leftBehind.set("/contact", "a message");
  sessionStorage.setItem("other", "1");
  expect(Object.keys(sessionStorage)).toEqual([`${draftKey}:admission`, "other"]);
  await forgetSession();
  expect([localStorage, sessionStorage].flatMap(Object.keys)).toEqual(["other"]);
  expect(leftBehind.size).toBe(0);
});

describe("an unsent mark that several tabs of one sheet keep", () => {
  const sheet = `${unsentKey}:meera:exam-1`;
  const stored = () => JSON.parse(localStorage.getItem(sheet) ?? "{}") as unknown;
  const tab = (personId = "meera") => unsentKeeper(personId, "exam-1");

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
    expect(localStorage).toHaveLength(0);
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
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("The storage is full.", "QuotaExceededError");
    });
    const keeper = tab();
    keeper.keep({ a: { text: "61" } });
    expect(stored()).toEqual({});
    setItem.mockRestore();
    keeper.keep({ a: { text: "61" } });
    expect(stored()).toEqual({ a: { text: "61" } });
  });
});
