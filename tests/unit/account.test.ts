import { afterEach, expect, it, vi } from "vitest";
import { forgetAccount, mayBeLoggedIn, rememberAccount, rememberedAccount } from "@/lib/account";

const account = { role: "user", _id: "1", name: "Asha Rao", email: "asha@example.org" } as const;

afterEach(() => {
  forgetAccount();
  vi.unstubAllGlobals();
});

it("the browser remembers an account until it is forgotten", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  rememberAccount(account);
  expect(rememberedAccount()).toEqual(account);
  forgetAccount();
  expect([rememberedAccount(), kept.size]).toEqual([null, 0]);
});

it("in a browser that blocks storage, only the cookie tells whether somebody may be logged in", () => {
  vi.stubGlobal("document", { cookie: "" });
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new Error("SecurityError");
    },
  });
  rememberAccount(account);
  expect([rememberedAccount(), mayBeLoggedIn()]).toEqual([null, false]);
  vi.stubGlobal("document", { cookie: "lyceum-logged-in=1" });
  expect(mayBeLoggedIn()).toBe(true);
});
