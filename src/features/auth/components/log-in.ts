import { toast } from "@/components/ui/toast";
import { rememberAccount } from "@/lib/account";
import { accountOf, type ShownAccount } from "@/lib/account-of";
import { identifierOf, type Role } from "@/lib/principal";
import { askSession, postAuth } from "@/lib/session-calls";
import { forgetDraftsOfOthers } from "@/lib/unsent";
import { copy, say } from "../messages";
import { afterLogin } from "../rules";

/** What a login may require besides the right password. */
export type Missing = "code" | "newPassword";

/** Why a login was rejected, whether there were too many attempts, and what else is required. */
type Refused = { refused: string; isLocked: boolean; missing: Missing | undefined };

const missingBy: Record<string, Missing | undefined> = {
  [say("codeMissing")]: "code",
  [say("staffPasswordTooShort")]: "newPassword",
};

/** Opens a session in this browser. Returns the account, or the reason. @throws if the server is unreachable */
async function signIn(role: Role, fields: Record<string, string>): Promise<ShownAccount | Refused> {
  const answer = await postAuth(`/api/auth/callback/${role}`, fields);
  const { url = "", message } = (await answer.json()) as { url?: string; message?: string };
  const refused = new URL(url, window.location.href).searchParams.get("error") ?? message;
  const isLocked = answer.status === 429;
  const missing = missingBy[answer.headers.get("error-key") ?? ""];
  if (!answer.ok || refused) return { refused: refused || copy.loginFailed, isLocked, missing };
  return (await askSession()) ?? { refused: copy.loginFailed, isLocked, missing };
}

type Answer = { path: string } | Refused;

/** Logs in with the typed values. Returns where to go, or the reason. @throws if the server is unreachable */
export async function logIn(role: Role, given: FormData, next: string | null): Promise<Answer> {
  const textOf = (name: string) => String(given.get(name) ?? "");
  const identifier = identifierOf[role];
  const account = await signIn(role, {
    [identifier]: textOf(identifier),
    password: textOf("password"),
    remember: String(given.has("remember")),
    ...(given.has("code") && { code: textOf("code") }),
    ...(given.has("newPassword") && { newPassword: textOf("newPassword") }),
  });
  if ("refused" in account) return account;
  rememberAccount(accountOf(account));
  forgetDraftsOfOthers(account);
  toast.success(copy.loggedIn);
  return { path: afterLogin(account, next) };
}
