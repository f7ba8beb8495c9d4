import "server-only";
import { setting } from "@/features/settings/data";
import type { Principal } from "@/lib/principal";
import type { AccountView } from "./schema";

type Shown = Pick<Principal, "userId" | "name" | "role" | "email" | "username">;

export const clockStyle = () => setting("clock");

/** A person for the browser, without anything of the password. */
export function accountViewOf({ userId, name, role, email, username }: Shown): AccountView {
  return { _id: userId, name, role, email, username };
}
