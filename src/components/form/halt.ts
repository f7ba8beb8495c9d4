import { codeOf, isWorthRetrying } from "@/trpc/failure";

/**
 * Why a sheet that saves automatically has stopped: for a moment (`offline`), until a login (`ended`) or a right (`forbidden`)
 * is back, until the input changes (`failed`), or for good, because the sheet is closed (`closed`).
 */
export type Halt = "offline" | "ended" | "forbidden" | "failed" | "closed";

/** Why a sheet stops after a failed save. */
export function haltAfter(error: unknown): Halt {
  const code = codeOf(error);
  if (code === "UNAUTHORIZED") return "ended";
  if (code === "FORBIDDEN") return "forbidden";
  if (code === "NOT_FOUND") return "closed";
  return isWorthRetrying(error) || code === "TOO_MANY_REQUESTS" ? "offline" : "failed";
}

/** Why a poll stops a sheet; other errors show at the next input. */
export function endAfter(error: unknown): Halt | undefined {
  const halt = error ? haltAfter(error) : undefined;
  return halt === "offline" || halt === "failed" ? undefined : halt;
}
