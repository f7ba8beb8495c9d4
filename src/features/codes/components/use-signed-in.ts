"use client";

import { useEffect, useState } from "react";
import { mayBeLoggedIn } from "@/lib/account";
import type { ShownAccount } from "@/lib/account-of";
import { askSession } from "@/lib/session-calls";

/** The person logged in with this browser, as the server says; null for nobody or before the response. */
export function useSignedIn(): ShownAccount | null {
  const [account, setAccount] = useState<ShownAccount | null>(null);

  useEffect(() => {
    if (!mayBeLoggedIn()) return;
    askSession().then(setAccount, (error: unknown) => console.warn(error));
  }, []);

  return account;
}
