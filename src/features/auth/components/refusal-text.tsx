"use client";

import { useAttempt } from "./login-attempt";

/** Why the last attempt to log in failed. */
export function RefusalText() {
  return useAttempt().refusal;
}
