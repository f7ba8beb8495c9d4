"use client";

import { useEffect, useState } from "react";
import { hasSessionMark, useAccount } from "./account";
import type { ShownAccount } from "./account-of";
import { askSession } from "./session-calls";

/**
 * The person logged in with this browser, as the server says; null for nobody or before the response. Asks again after a login
 * or logout in another tab.
 */
export function useSignedIn(): ShownAccount | null {
  const [account, setAccount] = useState<ShownAccount | null>(null);
  const remembered = useAccount();

  useEffect(() => {
    if (remembered === null && !hasSessionMark()) return setAccount(null);
    let isOutdated = false;
    askSession().then(
      (found) => isOutdated || setAccount(found),
      (error: unknown) => console.warn(error),
    );
    return () => {
      isOutdated = true;
    };
  }, [remembered]);

  return account;
}
