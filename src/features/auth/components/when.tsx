"use client";

import type { ReactNode } from "react";
import { type Attempt, useAttempt } from "./login-attempt";

type WhenProps = { state: keyof Attempt["is"]; children: ReactNode; otherwise?: ReactNode };

/**
 * Shows its children while the login is in `state`, and `otherwise` while it is not. When both are the same control, it
 * stays the same element: the focus and what was typed are kept.
 */
export function When({ state, children, otherwise }: WhenProps) {
  return useAttempt().is[state] ? children : otherwise;
}
