import { forgetAccount } from "./account";
import { storageKeys as keys } from "./browser-keys";

/** Stands under the key of the account while a logout is told: a session that the server ended just loses the key. */
const sign = "null";

/** Forgets the account after a logout, and tells the other tabs that it was one. */
export function forgetAtLogout(): void {
  try {
    localStorage.setItem(keys.account, sign);
  } catch {
    // A browser that keeps no data of sites has nothing to tell.
  }
  forgetAccount();
}

/** True for what another tab tells of a logout. */
export const isLogout = ({ key, newValue }: StorageEvent): boolean => key === keys.account && newValue === sign;
