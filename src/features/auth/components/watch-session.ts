import { type Account, forgetAccount, rememberAccount, rememberedAccount } from "@/lib/account";
import { accountOf } from "@/lib/account-of";
import { isLogout } from "@/lib/logout";
import { askSession } from "@/lib/session-calls";
import { forgetDrafts } from "@/lib/unsent";

/** A little more than the idle timeout of administrators, in milliseconds, so that an open page notices the timeout. */
const whileLeftOpen = 31 * 60_000;
/** A tab that comes to the front fires several events. */
const eventsBelongTogether = 50;

type SessionWatch = {
  /** Whether to ask the server. Visitors without a remembered account cause no request. */
  isWorthAsking: () => boolean;
  /** Called with the account, and the id of its person, after each response of the server. */
  onAnswer: (account: Account | null, personId: string | undefined) => void;
  /** Called when somebody logs out in another tab, instead of asking the server. */
  onLogout?: () => void;
};

/**
 * Asks the server who is logged in: when the page becomes visible, when another tab logs in or out, and at intervals.
 * Updates the remembered account. A logout in another tab also discards the drafts of this one.
 */
export function watchSession({ isWorthAsking, onAnswer, onLogout }: SessionWatch): {
  confirm: () => void;
  stop: () => void;
} {
  const listening = new AbortController();
  let asked = 0;
  let due: ReturnType<typeof setTimeout> | undefined;

  async function ask(isLeftOpen: boolean) {
    asked += 1;
    const turn = asked;
    const before = rememberedAccount();
    try {
      const found = await askSession(isLeftOpen);
      if (listening.signal.aborted || turn !== asked) return;
      // Ignore the response: somebody has logged out in the meantime.
      if (found && before && !rememberedAccount()) return confirm();
      const account = found && accountOf(found);
      if (account) rememberAccount(account);
      else forgetAccount();
      onAnswer(account, found?._id);
    } catch (error) {
      // Without a response, nothing changes.
      console.warn(error);
    }
  }

  function confirm(isLeftOpen = false) {
    if (!isWorthAsking()) return;
    clearTimeout(due);
    due = setTimeout(() => void ask(isLeftOpen), eventsBelongTogether);
  }

  function heard(event: StorageEvent) {
    if (!isLogout(event)) return confirm();
    forgetDrafts();
    if (onLogout) onLogout();
    else confirm();
  }

  const isShown = () => document.visibilityState === "visible";
  const look = () => isShown() && confirm();
  const options = { signal: listening.signal };
  window.addEventListener("storage", heard, options);
  window.addEventListener("focus", look, options);
  document.addEventListener("visibilitychange", look, options);
  // The browser may restore a page from its back/forward cache.
  window.addEventListener("pageshow", ({ persisted }) => persisted && confirm(), options);
  const timer = setInterval(() => isShown() && confirm(true), whileLeftOpen);

  return {
    confirm,
    stop() {
      listening.abort();
      clearTimeout(due);
      clearInterval(timer);
    },
  };
}
