"use client";

import { useEffect } from "react";
import { isTouched } from "@/components/form/is-touched";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { dateHere } from "@/content/institute";
import { type Account, hasSessionMark, rememberAccount, rememberedAccount } from "@/lib/account";
import { forgetDrafts } from "@/lib/unsent";
import { sessionEndToast, tellSessionEnd } from "./session-end";
import { watchSession } from "./watch-session";

/**
 * Hides a personal page once its session has ended, in this tab or another; the server then redirects to the login.
 * Otherwise an open tab would keep showing personal data on a shared computer. On another day it draws the page anew.
 */
export function SessionGuard({ account, personId }: { account: Account; personId: string }) {
  const refresh = usePageRefresh();
  const text = JSON.stringify(account);

  useEffect(() => {
    const shown = JSON.parse(text) as Account;
    let isLoggedOut = false;
    let day = dateHere(new Date());
    function stay() {
      toast.dismiss(sessionEndToast);
      const today = dateHere(new Date());
      // A page that was left open over midnight says "tomorrow" of what is today.
      if (today !== day) refresh();
      day = today;
    }
    const watch = watchSession({
      isWorthAsking: () => true,
      onAnswer(found, foundId) {
        if (found?.role === shown.role && foundId === personId) return stay();
        // The server ended the session: unsent input of the office is kept, to be submitted after a login in another tab.
        if (!found && !isLoggedOut && shown.role === "admin" && hasUnsentInput()) return tellSessionEnd();
        // The same person on the other side finds the drafts again on this one.
        if (found ? foundId === personId : !isLoggedOut) return window.location.reload();
        forgetDrafts();
        leave();
      },
      // Marks that are not sent wait in the browser's storage (decision 169).
      onLogout() {
        isLoggedOut = true;
        leave();
      },
    });
    // The router may have kept this page from an earlier session, of somebody else.
    const known = rememberedAccount();
    if (hasSessionMark() && (!known || nameOf(known) === nameOf(shown))) rememberAccount(shown);
    else watch.confirm();
    return watch.stop;
  }, [text, personId, refresh]);

  return null;
}

const nameOf = (account: Account) => (account.role === "user" ? account._id : account.username);

/** Leaves the page to somebody else, without the name that was searched. */
function leave() {
  const { location } = window;
  if (location.search) location.replace(location.pathname);
  else location.reload();
}

/**
 * In the forms of the page or of a dialog over it, which stands beside `main`. Controls without a form save at once, and the
 * filters of a list are in its address. A form whose controls do not say it marks itself while it holds what is not sent.
 */
const controls = ":is(main, [role=dialog], [role=alertdialog]) form :is(input, select, textarea)[name]:not(search *)";

function hasUnsentInput(): boolean {
  return (
    document.querySelector("form[data-unsent]") !== null || [...document.querySelectorAll(controls)].some(isTouched)
  );
}
