"use client";

import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { copy } from "../messages";
import { Setting } from "./setting";

// Few ever need it.
const RemoveAccount = lazy(() => import("./remove-account").then((module) => ({ default: module.RemoveAccount })));

/** The way out for good. */
export function RemovalSetting({ onRoster }: { onRoster: boolean }) {
  const [label, hint] = onRoster ? [copy.close, copy.closeHint] : [copy.remove, copy.removeHint];
  const [asks, setAsks] = useState(false);
  const [asked, setAsked] = useState(false);
  if (asks && !asked) setAsked(true);
  return (
    <Setting title={label} hint={hint}>
      <Button variant="danger" onClick={() => setAsks(true)}>
        {label}
      </Button>
      <Suspense>{asked && <RemoveAccount onRoster={onRoster} open={asks} onClose={() => setAsks(false)} />}</Suspense>
    </Setting>
  );
}
