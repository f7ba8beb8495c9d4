import { rememberAccount } from "@/lib/account";
import { accountOf } from "@/lib/account-of";
import { identifierOf, type Role } from "@/lib/principal";
import { askSession, postAuth, signOut } from "@/lib/session-calls";
import { forgetDraftsOfOthers } from "@/lib/unsent";

/** Logs in with the new credentials, replacing the current login. Returns false on failure. */
export async function openLogin(side: Role, identifier: string, password: string, isOther: boolean): Promise<boolean> {
  try {
    if (isOther) await signOut();
    const fields = { [identifierOf[side]]: identifier, password, remember: "false" };
    const answer = await postAuth(`/api/auth/callback/${side}`, fields);
    const account = answer.ok ? await askSession() : null;
    if (!account) return false;
    rememberAccount(accountOf(account));
    forgetDraftsOfOthers(account);
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}
