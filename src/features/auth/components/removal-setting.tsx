"use client";

import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { accountCopy as copy } from "../copy";
import { Setting } from "./setting";

// Few ever need it.
const RemoveAccount = lazy(() => import("./remove-account").then((module) => ({ default: module.RemoveAccount })));

/** The way out for good. */
export function RemovalSetting() {
  const [asks, setAsks] = useState(false);
  const [asked, setAsked] = useState(false);
  if (asks && !asked) setAsked(true);
  return (
    <Setting title={copy.remove} hint={copy.removeHint}>
      <Button variant="danger" onClick={() => setAsks(true)}>
        {copy.remove}
      </Button>
      <Suspense>{asked && <RemoveAccount open={asks} onClose={() => setAsks(false)} />}</Suspense>
    </Setting>
  );
}
