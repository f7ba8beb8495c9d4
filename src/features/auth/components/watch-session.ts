import { type Account, forgetAccount, rememberAccount, rememberedAccount } from "@/lib/account";
import { accountOf } from "@/lib/account-of";
import { askSession } from "@/lib/session-calls";

/** More than an administrator may be idle, so that asking alone keeps no session alive. In milliseconds. */
const whileLeftOpen = 31 * 60_000;
/** A tab that comes to the front says so by several events. */
const eventsBelongTogether = 50;

type SessionWatch = {
  /** Whether there is a reason to ask. Visitors, of whom the browser knows nothing, cost no request. */
  isWorthAsking: () => boolean;
  /** Called with who is logged in, each time the server has answered. */
  onAnswer: (account: Account | null) => void;
};

/**
 * Confirms with the server who is logged in: whenever somebody comes back to the page, when another tab logs in or out, and now
 * and then while the page is left open. What the browser remembers is set right.
 */
export function watchSession({ isWorthAsking, onAnswer }: SessionWatch): { confirm: () => void; stop: () => void } {
  const listening = new AbortController();
  let asked = 0;
  let due: ReturnType<typeof setTimeout> | undefined;

  async function ask() {
    asked += 1;
    const turn = asked;
    const before = rememberedAccount();
    try {
      const found = await askSession();
      if (listening.signal.aborted || turn !== asked) return;
      // Somebody has logged out in the meantime, and the answer may be older than that.
      if (found && before && !rememberedAccount()) return confirm();
      const account = found && accountOf(found);
      if (account) rememberAccount(account);
      else forgetAccount();
      onAnswer(account);
    } catch (error) {
      // Without an answer nothing is known, and nothing changes.
      console.warn(error);
    }
  }

  function confirm() {
    if (!isWorthAsking()) return;
    clearTimeout(due);
    due = setTimeout(() => void ask(), eventsBelongTogether);
  }

  const look = () => document.visibilityState === "visible" && confirm();
  const options = { signal: listening.signal };
  window.addEventListener("storage", confirm, options);
  window.addEventListener("focus", look, options);
  document.addEventListener("visibilitychange", look, options);
  // The browser may show a page again as it was left.
  window.addEventListener("pageshow", ({ persisted }) => persisted && confirm(), options);
  const timer = setInterval(look, whileLeftOpen);

  return {
    confirm,
    stop() {
      listening.abort();
      clearTimeout(due);
      clearInterval(timer);
    },
  };
}
