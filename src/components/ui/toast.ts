import type { ExternalToast } from "sonner";

export type ToastRequest =
  | { kind: "success" | "error" | "info"; message: string; options: ExternalToast | undefined }
  | { kind: "dismiss"; id: string };

let isUsed = false;
const waiting: ToastRequest[] = [];
let listener: (() => void) | undefined;

function request(asked: ToastRequest): void {
  isUsed = true;
  waiting.push(asked);
  listener?.();
}

function ask(kind: "success" | "error" | "info") {
  return (message: string, options?: ExternalToast) => request({ kind, message, options });
}

/** A short message at the edge of the screen, 20 at most at once (spec §9). */
export const toast = {
  ...{ success: ask("success"), error: ask("error"), info: ask("info") },
  /** Takes one away, if it is there. */
  dismiss: (id: string) => {
    // Before the first toast there is none, and the library is not loaded.
    if (isUsed) request({ kind: "dismiss", id });
  },
};

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
