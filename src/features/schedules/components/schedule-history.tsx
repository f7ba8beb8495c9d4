"use client";

import { Moment, useClock } from "@/components/ui/clock";
import { Failed } from "@/components/ui/failed";
import { api } from "@/trpc/client";
import { office as copy } from "../messages-office";
import { linesOf } from "../rules-office";
import type { ChangeView } from "../schema-changes";
import { WarningLines } from "./warnings";

/** The history of a test, newest first: author, time, reason, and confirmed warnings. */
export function ScheduleHistory({ id, label }: { id: string; label: string }) {
  const list = api.schedules.changes.useQuery({ id });
  if (list.isError && !list.data) {
    return <Failed of={list}>{copy.historyFailed}</Failed>;
  }
  if (!list.data) {
    return (
      <p role="status" className="text-ink-soft text-sm">
        {copy.historyLoading}
      </p>
    );
  }
  return (
    <ol aria-label={label} className="grid gap-3 border-line border-s-2 ps-4">
      {list.data.map((step) => (
        <Step key={step.at.toISOString()} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { step: ChangeView }) {
  const clock = useClock();
  return (
    <li className="wrap-anywhere grid gap-0.5 text-sm">
      <p>
        <span className="font-semibold">{copy.by(copy.kinds[step.kind], step.by ?? copy.formerColleague)}</span>
        <span className="text-ink-soft">
          , <Moment at={step.at} />
        </span>
      </p>
      {linesOf(step, clock).map((line) => (
        <p key={line} className="figures">
          {line}
        </p>
      ))}
      {step.reason && <p>{copy.because(step.reason)}</p>}
      {step.warnings.length > 0 && (
        <div className="text-ink-soft">
          <p>{step.confirmed ? copy.confirmed : copy.notAsked}</p>
          <WarningLines warnings={step.warnings} />
        </div>
      )}
    </li>
  );
}
