"use client";

import { useSyncExternalStore } from "react";
import { storageKeys as keys, markCookie } from "./browser-keys";
import type { Right } from "./may";

/** The account that the browser remembers; for display only, never for authorization (decision 2). */
export type Account =
  | { role: "user"; _id: string; name: string; email: string | null; rights?: never }
  // Without rights, as an earlier version stored it, all links are shown.
  | { role: "admin"; name: string; username: string; rights?: Right[] };

const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** What `act` returns; null if it fails, for example in a browser that stores no data of sites. */
function orNull<Value>(act: () => Value): Value | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** Stores the account under the two documented keys. */
export function rememberAccount(account: Account): void {
  store(JSON.stringify(account), account.role === "user" ? account.email : null);
}

export function forgetAccount(): void {
  store(null, null);
}

function store(account: string | null, email: string | null): void {
  orNull(() => {
    for (const [key, text] of [
      [keys.account, account],
      [keys.email, email],
    ] as const) {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
    }
    for (const listener of listeners) listener();
  });
}

/** The stored account; null if there is none. */
export function rememberedAccount(): Account | null {
  const text = orNull(() => localStorage.getItem(keys.account));
  if (text !== read.text) read = { text, account: parse(text) };
  return read.account;
}

let read: { text: string | null; account: Account | null } = { text: null, account: null };

/** False if the browser has no sign of a session, so that visitors cause no session request. */
export function mayBeLoggedIn(): boolean {
  return rememberedAccount() !== null || hasSessionMark();
}

/** True if the server has set the cookie that says there is a session. */
export function hasSessionMark(): boolean {
  const pairs = document.cookie.split("; ");
  return ["", "__Host-"].some((prefix) => pairs.includes(`${prefix}${markCookie}=1`));
}

function parse(text: string | null): Account | null {
  const value: unknown = orNull(() => JSON.parse(text ?? "null"));
  const isAccount = typeof value === "object" && value !== null && "role" in value && "name" in value;
  return isAccount && (value.role === "user" || value.role === "admin") ? (value as Account) : null;
}

/** The account to show; null on the server and for visitors. Follows logins and logouts in other tabs. */
export function useAccount(): Account | null {
  return useSyncExternalStore(listen, rememberedAccount, () => null);
}
