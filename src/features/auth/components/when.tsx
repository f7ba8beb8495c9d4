"use client";

import type { ReactNode } from "react";
import { type Attempt, useAttempt } from "./login-attempt";

type WhenProps = { state: keyof Attempt["is"]; children: ReactNode; otherwise?: ReactNode };

/**
 * Renders `children` while the login is in `state`, otherwise `otherwise`. If both render the same control, it stays the
 * same element and keeps focus and value.
 */
export function When({ state, children, otherwise }: WhenProps) {
  return useAttempt().is[state] ? children : otherwise;
}
