"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazily } from "@/components/ui/lazily";
import { copy } from "../messages";
import type { OwnAccountView } from "../schema";
import { Setting } from "./setting";

// Loaded lazily, because few people need it.
const RemoveAccount = lazily(() => import("./remove-account").then((module) => module.RemoveAccount));

export function RemovalSetting({ onRoster, isGuardian }: Pick<OwnAccountView, "onRoster" | "isGuardian">) {
  const label = onRoster ? copy.close : copy.remove;
  const hint = onRoster ? copy.closeHint : isGuardian ? copy.removeHintOfGuardian : copy.removeHint;
  const [asks, setAsks] = useState(false);
  return (
    <Setting title={label} hint={hint}>
      <Button variant="dangerOutline" onClick={() => setAsks(true)}>
        {label}
      </Button>
      {asks && <RemoveAccount onRoster={onRoster} hint={hint} onClose={() => setAsks(false)} />}
    </Setting>
  );
}
