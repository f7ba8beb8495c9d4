import type { Account } from "@/lib/account";
import type { AccountView } from "../schema";

/** What the browser remembers of an account, to show it (decision 2). */
export function accountOf({ _id, role, name, email, username }: AccountView): Account {
  return role === "admin" ? { role, name, username: username ?? "" } : { role, _id, name, email: email ?? "" };
}
