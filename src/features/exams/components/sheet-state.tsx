"use client";

import { CloudCheck, CloudOff, CloudUpload } from "lucide-react";
import { useSyncExternalStore } from "react";
import { ThrowAwayUnsent } from "@/components/form/unsent-left";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { useClock } from "@/components/ui/clock";
import { passFocusOn } from "@/components/ui/take-focus";
import { institute } from "@/content/institute";
import { shownMinute } from "@/lib/dates";
import { screens as copy } from "../messages-screens";
import type { ExamView } from "../schema";
import { ExamState } from "./exam-state";
import { useSummary } from "./sheet-figures";
import type { SheetStore } from "./sheet-store";

function useSheetState(store: Pick<SheetStore, "listen" | "state">) {
  return useSyncExternalStore((listener) => store.listen("state", listener), store.state, store.state);
}

/** The save state, in a few words. */
export function SaveState({ store }: { store: Pick<SheetStore, "listen" | "state" | "summary"> }) {
  const { phase, savedAt, waiting } = useSheetState(store);
  const { toSettle } = useSummary(store);
  const clock = useClock();
  if (phase === "closed") return null;
  const isAway = ["offline", "ended", "forbidden", "failed"].includes(phase);
  // Everything else is saved; only a person can settle these marks.
  const isStuck = phase === "saved" && toSettle.length > 0;
  const Icon = isAway || isStuck ? CloudOff : phase === "waiting" ? CloudUpload : CloudCheck;
  return (
    <p
      role="status"
      className={`figures flex items-center max-sm:w-full gap-1.5 font-semibold text-xs print:hidden [&_svg]:size-4 ${isAway || isStuck ? "text-warn" : "text-success"}`}
    >
      <Icon aria-hidden />
      {isAway
        ? copy.state.offline(waiting)
        : isStuck
          ? copy.toSettle(toSettle.length)
          : phase === "waiting"
            ? copy.state.waiting
            : savedAt
              ? copy.state.saved(shownMinute(savedAt, institute.timeZone, clock))
              : copy.state.nothingYet}
    </p>
  );
}

type TroubleProps = { store: SheetStore; exam: Pick<ExamView, "state"> };

/** Why something is not saved, in full, with a way to fix it. */
export function SheetTrouble({ store, exam }: TroubleProps) {
  const { phase, waiting, isStale, unsent, examState } = useSheetState(store);
  const moved = examState === exam.state ? null : copy.state.moved[examState];
  const closed = [
    moved ?? copy.state.closedIn[examState],
    !moved && examState === "released" && copy.state.wrongReleased(store.mayCorrect),
    unsent > 0 && copy.state.notTaken(unsent),
  ];
  const trouble = {
    saved: moved ?? (isStale ? copy.state.stale : null),
    waiting: null,
    offline: copy.state.offlineHint(waiting),
    ended: copy.state.ended(waiting),
    forbidden: copy.state.forbidden(waiting),
    failed: copy.state.failed,
    closed: closed.filter(Boolean).join(" "),
  }[phase];
  if (trouble === null) return null;
  return (
    <Callout
      isLive
      act={
        <>
          {(phase === "ended" || phase === "forbidden" || phase === "failed") && (
            <Button ref={passFocusOn} variant="secondary" size="small" onClick={store.retry}>
              {copy.state.tryAgain}
            </Button>
          )}
          {phase === "closed" && unsent > 0 && <ThrowAwayUnsent count={unsent} onThrow={store.throwAway} />}
          {(phase === "saved" || moved) && (
            <Button variant="secondary" size="small" onClick={() => window.location.reload()}>
              {copy.state.reload}
            </Button>
          )}
        </>
      }
    >
      {trouble}
    </Callout>
  );
}

/** What comes next, for people who may not release: the office releases their marks. */
export function SheetNext({ store, exam }: TroubleProps) {
  const { examState, isStale } = useSheetState(store);
  const { isComplete, unreleased } = useSummary(store);
  // The rows do not know which marks were released in the meantime.
  if (examState !== exam.state || isStale) return null;
  const [isFull, isLate] = [examState === "draft" && isComplete, examState === "released" && unreleased > 0];
  if (!isFull && !isLate) return null;
  return (
    <Callout tone="info" isLive>
      {isFull ? copy.state.allIn : copy.state.lateIn}
    </Callout>
  );
}

/** The current state of the exam, including changes by others. */
export function StateNow({ store, exam }: TroubleProps & { exam: Pick<ExamView, "isHeld"> }) {
  const { examState } = useSheetState(store);
  return <ExamState state={examState} isHeld={exam.isHeld && examState === exam.state} />;
}
