"use client";

import { CloudCheck, CloudOff, CloudUpload } from "lucide-react";
import { Button } from "@/components/ui/button";
import { screens as copy } from "../messages-screens";
import type { Entries } from "./use-entries";

/** The save state, in a few words. */
export function SaveState({ entries: { phase, unsaved, waiting, faulty, retry } }: { entries: Entries }) {
  const isAway = phase === "offline";
  const isStuck = !isAway && faulty > 0 && waiting === 0;
  const Icon = isAway || isStuck ? CloudOff : waiting > 0 ? CloudUpload : CloudCheck;
  const words =
    (isAway && copy.offline(unsaved)) ||
    (isStuck && copy.faulty(faulty)) ||
    (waiting > 0 && copy.waiting) ||
    (phase === "saved" ? copy.saved : copy.nothingTyped);
  return (
    <div className="flex items-center gap-2">
      <p
        role="status"
        className={`figures flex items-center gap-1.5 font-semibold text-xs [&_svg]:size-4 ${isAway || isStuck ? "text-warn" : "text-success"}`}
      >
        <Icon aria-hidden />
        {words}
      </p>
      {isAway && (
        <Button variant="secondary" size="small" onClick={retry}>
          {copy.tryAgain}
        </Button>
      )}
    </div>
  );
}
