"use client";

import { useAttempt } from "./login-attempt";

export function RefusalText() {
  return useAttempt().refusal;
}
