import type { Account } from "./account";
import type { Right } from "./may";
import type { Role } from "./principal";

export type ShownAccount = {
  _id: string;
  role: Role;
  name: string;
  email: string | null;
  username: string | null;
  /** The rights of the account when the session was last read. */
  rights?: Right[] | undefined;
  /** The account is a guardian of at least one child. */
  isGuardian?: boolean | undefined;
};

/** What the browser remembers of an account, to show it (decision 2). */
export function accountOf({ _id, role, name, email, username, rights }: ShownAccount): Account {
  return role === "admin"
    ? { role, name, username: username ?? email ?? "", ...(rights && { rights }) }
    : { role, _id, name, email };
}
