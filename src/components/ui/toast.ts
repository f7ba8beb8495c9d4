import type { ExternalToast } from "sonner";

/** The message of `dismiss` is the id of the toast to remove. */
export type ToastRequest = {
  kind: "success" | "error" | "info" | "dismiss";
  message: string;
  options: ExternalToast | undefined;
  /** When it was requested, in milliseconds. */
  at: number;
};

/** After this time a toast is no longer news, and somebody else may be at the computer. In milliseconds. */
const lifetime = 60_000;

const waiting: ToastRequest[] = [];
let listener: (() => void) | undefined;
let isUsed = false;

function ask(kind: ToastRequest["kind"]) {
  return (message: string, options?: ExternalToast) => {
    // Before the first toast there is nothing to dismiss, and the library is not loaded.
    isUsed ||= kind !== "dismiss";
    if (!isUsed) return;
    waiting.push({ kind, message, options, at: Date.now() });
    listener?.();
  };
}

/** A short message at the edge of the screen, at most 20 at a time (spec §9). */
export const toast = { success: ask("success"), error: ask("error"), info: ask("info"), dismiss: ask("dismiss") };

/** Only for the Toaster: calls back at each request, and immediately if some are waiting already. */
export function onToastRequest(callback: () => void): () => void {
  listener = callback;
  if (waiting.length > 0) callback();
  return () => {
    if (listener === callback) listener = undefined;
  };
}

/** Only for the Toaster: the requests of the last minute that have not been shown yet. */
export function takeToastRequests(): ToastRequest[] {
  const now = Date.now();
  return waiting.splice(0).filter(({ at }) => now - at < lifetime);
}
