"use client";

import { useEffect } from "react";
import { toast } from "@/components/ui/toast";
import { type Account, hasSessionMark, rememberAccount } from "@/lib/account";
import { copy } from "../messages";
import { watchSession } from "./watch-session";

/**
 * Takes a personal page off the screen once its session is over, in this tab or in another; the server then leads to the login.
 * Otherwise a tab that was left open would go on showing a name on a shared computer.
 */
export function SessionGuard({ account }: { account: Account }) {
  const text = JSON.stringify(account);

  useEffect(() => {
    const shown = JSON.parse(text) as Account;
    const watch = watchSession({
      isWorthAsking: () => true,
      onAnswer(found) {
        if (found && idOf(found) === idOf(shown)) return void toast.dismiss(notice);
        // What the office has typed is kept: it can be sent after a login in another tab.
        if (!found && shown.role === "admin" && hasTypedText()) toast.error(copy.sessionEnded, { id: notice });
        else window.location.reload();
      },
    });
    // Without the mark this may be a page that the router kept from a session before.
    if (hasSessionMark()) rememberAccount(shown);
    else watch.confirm();
    return watch.stop;
  }, [text]);

  return null;
}

/** The toast that the session has ended, here and where a form was sent. */
export const notice = "session-end";

const idOf = (account: Account) => (account.role === "user" ? account._id : account.username);

function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("main :is(input, textarea)");
  return [...fields].some((field) => field.value !== field.defaultValue);
}
