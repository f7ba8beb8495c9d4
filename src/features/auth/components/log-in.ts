import { toast } from "@/components/ui/toast";
import { rememberAccount } from "@/lib/account";
import type { Role } from "@/lib/principal";
import { copy } from "../copy";
import { afterLogin } from "../rules";
import { accountOf } from "./account-of";
import { type Refused, signIn } from "./session-calls";

type Answer = { path: string } | (Refused & { asksForCode: boolean });

/** Logs in with what was typed. Answers where to go, or why not. @throws when the server cannot be reached */
export async function logIn(role: Role, given: FormData, next: string | null): Promise<Answer> {
  const textOf = (name: string) => String(given.get(name) ?? "");
  const identifier = role === "user" ? "email" : "username";
  const account = await signIn(role, {
    [identifier]: textOf(identifier),
    password: textOf("password"),
    remember: String(given.has("remember")),
    ...(given.has("code") && { code: textOf("code") }),
  });
  if ("refused" in account) return { ...account, asksForCode: account.refused === copy.codeMissing };
  rememberAccount(accountOf(account));
  toast.success(copy.loggedIn);
  return { path: afterLogin(account.role, next) };
}
