import type { ExternalToast } from "sonner";

export type ToastRequest = { kind: "success" | "error" | "info"; message: string; options: ExternalToast | undefined };

const waiting: ToastRequest[] = [];
let listener: (() => void) | undefined;

function ask(kind: ToastRequest["kind"]) {
  return (message: string, options?: ExternalToast) => {
    waiting.push({ kind, message, options });
    listener?.();
  };
}

/** A short message at the edge of the screen, 20 at most at once (spec §9). */
export const toast = { success: ask("success"), error: ask("error"), info: ask("info") };

/** For the Toaster alone: calls back at each request, at once if some are waiting already. */
export function onToastRequest(callback: () => void): () => void {
  listener = callback;
  if (waiting.length > 0) callback();
  return () => {
    if (listener === callback) listener = undefined;
  };
}

/** For the Toaster alone: the requests nobody has shown yet. */
export function takeToastRequests(): ToastRequest[] {
  return waiting.splice(0);
}
