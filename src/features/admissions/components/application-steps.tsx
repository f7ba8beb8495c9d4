"use client";

import { clsx } from "clsx";
import {
  ArrowRight,
  CalendarClock,
  Inbox,
  type LucideIcon,
  Mail,
  MessageSquareText,
  Split,
  StickyNote,
  UserRound,
} from "lucide-react";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { useMailMode } from "@/components/ui/mail-mode";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { institute } from "@/content/institute";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { stateNames } from "../messages";
import { deskCopy as copy } from "../messages-desk";
import { type Clocks, shortMoment } from "../rules-desk";
import type { StepView } from "../schema-desk";
import { useDeskChanged } from "./use-desk-changed";

type ApplicationStepsProps = { id: string; steps: readonly StepView[]; at: Date };

const icons: Record<StepView["kind"], LucideIcon> = {
  received: Inbox,
  moved: ArrowRight,
  noted: StickyNote,
  assigned: UserRound,
  due_moved: CalendarClock,
  merged: Split,
  separated: Split,
  message: Mail,
};

/** The history of an application; notes look different from messages to the family. */
export function ApplicationSteps({ id, steps, at }: ApplicationStepsProps) {
  const clocks = { at, timeZone: institute.timeZone, clock: useClock() };
  return (
    <section aria-labelledby="steps" tabIndex={-1} className="grid grid-cols-1 gap-2">
      <h2 id="steps" className="text-base">
        {copy.history}
      </h2>
      <ol className="grid grid-cols-1">
        {steps.map((step) => {
          const Icon = step.kind === "message" && step.fromFamily ? MessageSquareText : icons[step.kind];
          return (
            <li key={step._id} className="group relative flex gap-3 pb-4 text-sm last:pb-0">
              <span aria-hidden className="absolute top-7 bottom-0 left-3.5 w-px bg-line group-last:hidden" />
              <span
                className={clsx(
                  "grid size-7 shrink-0 place-items-center rounded-full",
                  step.kind === "noted" ? "bg-warn-soft text-warn" : "bg-accent-soft text-accent",
                )}
              >
                <Icon aria-hidden className="size-4" />
              </span>
              <div className="grid min-w-0 grow grid-cols-1 gap-1 pt-0.5">
                <p>
                  <span className="font-semibold">{titleOf(step)}</span>{" "}
                  <time dateTime={step.at.toISOString()} className="figures whitespace-nowrap text-ink-soft text-xs">
                    {shortMoment(step.at, clocks)}
                  </time>
                </p>
                <Detail step={step} clocks={clocks} />
                {step.canTakeBack && <TakeBack id={id} messageId={step._id} />}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function titleOf({ kind, by, to, fromFamily }: StepView): string {
  const words = copy.steps;
  const who = by ?? copy.somebody;
  if (kind === "moved") return words.moved(to ? stateNames[to] : "", fromFamily ? words.theFamily : by);
  if (kind === "noted") return words.noted(who);
  if (kind === "assigned") return words.assigned(who);
  if (kind === "message") return fromFamily ? words.familyWrote : words.wrote(who);
  return kind === "due_moved" ? words.dueMoved : words[kind];
}

function Detail({ step, clocks }: { step: StepView; clocks: Clocks }) {
  const { kind, text, reason, visitAt, dueBefore, dueAfter } = step;
  return (
    <>
      {visitAt && <p className="figures">{copy.visitOn(shortMoment(visitAt, clocks))}</p>}
      {reason && <p className="wrap-anywhere text-ink-soft">{copy.because(reason)}</p>}
      {dueBefore && dueAfter && (
        <p className="figures text-ink-soft">
          {copy.dueMoved(shortMoment(dueBefore, clocks), shortMoment(dueAfter, clocks))}
        </p>
      )}
      {text && (
        <p
          className={clsx(
            "wrap-anywhere w-fit max-w-text whitespace-pre-line rounded-md px-3 py-2",
            kind === "noted" ? "bg-warn-soft" : "bg-sunken",
          )}
        >
          {text}
        </p>
      )}
    </>
  );
}

function TakeBack({ id, messageId }: { id: string; messageId: string }) {
  const isMailOn = useMailMode();
  const { services } = api.useUtils();
  const deskChanged = useDeskChanged();
  const takeBack = api.services.takeBack.useMutation({
    onSuccess(found) {
      services.get.setData({ id }, found);
      deskChanged();
      toast.success(copy.takenBack);
    },
    onError(error) {
      toast.error(messageOf(error, copy.failedSave));
      void services.get.invalidate({ id });
    },
  });
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-xs print:hidden">
      {isMailOn ? copy.leaves : copy.leavesKept}
      <Button
        ref={passFocusOn}
        variant="quiet"
        size="small"
        busy={takeBack.isPending}
        onClick={() => takeBack.isPending || takeBack.mutate({ id, messageId })}
      >
        {copy.takeBack}
      </Button>
    </p>
  );
}
