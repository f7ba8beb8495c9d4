import { forgetAccount } from "./account";
import { storageKeys as keys } from "./browser-keys";

/** Stored under the account's key to announce a logout: a session that the server ended only loses the key. */
const sign = "null";

/** Forgets the account after a logout, and tells the other tabs that it was one. */
export function forgetAtLogout(): void {
  try {
    localStorage.setItem(keys.account, sign);
  } catch {
    // A browser that stores no data of sites has nothing to tell.
  }
  forgetAccount();
}

/** True for the storage event by which another tab announces a logout. */
export const isLogout = ({ key, newValue }: StorageEvent): boolean => key === keys.account && newValue === sign;
