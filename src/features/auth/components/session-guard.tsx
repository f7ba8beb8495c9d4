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
 * Otherwise an open tab would keep showing personal data on a shared computer. On a new day, it refreshes the page.
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
      // A page that was open over midnight still says "tomorrow" about today.
      if (today !== day) refresh();
      day = today;
    }
    const watch = watchSession({
      isWorthAsking: () => true,
      onAnswer(found, foundId) {
        if (found?.role === shown.role && foundId === personId) return stay();
        // The server ended the session: keep the office's unsent input, so that it can be submitted after a login in another tab.
        if (!found && !isLoggedOut && shown.role === "admin" && hasUnsentInput()) return tellSessionEnd();
        // If the same person is logged in on the other side, the drafts on this side are kept.
        if (found ? foundId === personId : !isLoggedOut) return window.location.reload();
        forgetDrafts();
        leave();
      },
      // Unsent marks are kept in the browser's storage (decision 169).
      onLogout() {
        isLoggedOut = true;
        leave();
      },
    });
    // The router may have cached this page from another person's earlier session.
    const known = rememberedAccount();
    if (hasSessionMark() && (!known || nameOf(known) === nameOf(shown))) rememberAccount(shown);
    else watch.confirm();
    return watch.stop;
  }, [text, personId, refresh]);

  return null;
}

const nameOf = (account: Account) => (account.role === "user" ? account._id : account.username);

/** Leaves the page for the next person, without the searched name in the URL. */
function leave() {
  const { location } = window;
  if (location.search) location.replace(location.pathname);
  else location.reload();
}

/**
 * The controls in the forms of the page, or of a dialog over it, which is outside of `main`. Controls without a form save
 * immediately, and the filters of a list are in the URL. A form whose unsent input is not in its controls marks itself.
 */
const controls = ":is(main, [role=dialog], [role=alertdialog]) form :is(input, select, textarea)[name]:not(search *)";

function hasUnsentInput(): boolean {
  return (
    document.querySelector("form[data-unsent]") !== null || [...document.querySelectorAll(controls)].some(isTouched)
  );
}
