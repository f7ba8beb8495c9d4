"use client";

import { useSyncExternalStore } from "react";

/** Who the browser believes to be logged in; for display alone, nothing trusts it (decision 2). */
export type Account =
  | { role: "user"; _id: string; name: string; email: string }
  | { role: "admin"; name: string; username: string };

const keys = { account: "user", email: "userEmail" } as const;

const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Remembers a fresh login under the keys of the specification (spec §3). */
export function rememberAccount(account: Account): void {
  localStorage.setItem(keys.account, JSON.stringify(account));
  if (account.role === "user") localStorage.setItem(keys.email, account.email);
  for (const listener of listeners) listener();
}

/** Forgets the login. */
export function forgetAccount(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
  for (const listener of listeners) listener();
}

let read: { text: string | null; account: Account | null } = { text: null, account: null };

function readAccount(): Account | null {
  const text = localStorage.getItem(keys.account);
  if (text !== read.text) read = { text, account: parse(text) };
  return read.account;
}

function parse(text: string | null): Account | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    const isAccount = typeof value === "object" && value !== null && "role" in value && "name" in value;
    return isAccount && (value.role === "user" || value.role === "admin") ? (value as Account) : null;
  } catch {
    return null;
  }
}

/** The account to show; null on the server and for visitors. Follows logins and logouts in other tabs. */
export function useAccount(): Account | null {
  return useSyncExternalStore(listen, readAccount, () => null);
}
