"use client";

import { CloudCheck, CloudOff, CloudUpload } from "lucide-react";
import { ThrowAwayUnsent } from "@/components/form/unsent-left";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { passFocusOn } from "@/components/ui/take-focus";
import { screens as copy } from "../messages-screens";
import type { Entries } from "./use-entries";

/** The save state, in a few words. */
export function SaveState({ entries }: { entries: Entries }) {
  const { phase, savedAt, unsaved, waiting, faulty, undecided, retry } = entries;
  if (phase === "closed") return null;
  const isAway = phase === "offline" || phase === "ended" || phase === "forbidden" || phase === "failed";
  const isStuck = !isAway && faulty + undecided > 0 && waiting === 0;
  const Icon = isAway || isStuck ? CloudOff : waiting > 0 ? CloudUpload : CloudCheck;
  const words =
    (isAway && copy.offline(unsaved)) ||
    (isStuck && (faulty > 0 ? copy.faulty(faulty) : copy.undecided(undecided))) ||
    (waiting > 0 && copy.waiting) ||
    (savedAt ? copy.saved : copy.nothingTyped);
  return (
    <div className="flex items-center gap-2 print:hidden">
      <p
        role="status"
        className={`figures flex items-center gap-1.5 font-semibold text-xs [&_svg]:size-4 ${isAway || isStuck ? "text-warn" : "text-success"}`}
      >
        <Icon aria-hidden />
        {words}
      </p>
      {phase === "offline" && <TryAgain onPress={retry} />}
    </div>
  );
}

/** Why nothing is saved any more, with what can be done about it. */
export function SaveTrouble({ entries: { phase, unsaved, unsent, retry, throwAway } }: { entries: Entries }) {
  if (phase !== "ended" && phase !== "forbidden" && phase !== "failed" && phase !== "closed") return null;
  const words = {
    ended: copy.ended(unsaved),
    forbidden: copy.forbidden(unsaved),
    failed: copy.failedRow,
    closed: copy.closed(unsent),
  };
  return (
    <Callout
      isLive
      act={
        phase === "closed" ? (
          unsent > 0 && <ThrowAwayUnsent count={unsent} onThrow={throwAway} />
        ) : (
          <TryAgain onPress={retry} />
        )
      }
    >
      {words[phase]}
    </Callout>
  );
}

function TryAgain({ onPress }: { onPress: () => void }) {
  return (
    <Button ref={passFocusOn} variant="secondary" size="small" onClick={onPress}>
      {copy.tryAgain}
    </Button>
  );
}
