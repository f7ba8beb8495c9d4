"use client";

import { clsx } from "clsx";
import { ArrowRight, CalendarClock, Inbox, Mail, MessageSquareText } from "lucide-react";
import { Moment } from "@/components/ui/clock";
import { dateHere } from "@/content/institute";
import { shownDay } from "@/lib/dates";
import { familyCopy as copy } from "../messages-family";
import type { FamilyStepView, FollowedView } from "../schema-family";

const icons = { received: Inbox, moved: ArrowRight, due_moved: CalendarClock, message: Mail } as const;

/** The history, newest first. */
export function FamilySteps({ application }: { application: FollowedView }) {
  const steps = [...application.steps].reverse();
  return (
    <section aria-labelledby="steps" className="grid grid-cols-1 gap-4">
      <h2 id="steps" className="text-xl">
        {copy.history}
      </h2>
      <ol className="grid grid-cols-1">
        {steps.map((step) => {
          const Icon = step.kind === "message" && step.fromFamily ? MessageSquareText : icons[step.kind];
          return (
            <li key={step._id} className="group relative flex gap-4 pb-6 last:pb-0">
              <span aria-hidden className="absolute top-9 bottom-0 left-4.5 w-px bg-line-strong group-last:hidden" />
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon aria-hidden className="size-4.5" />
              </span>
              <div className="grid min-w-0 grow grid-cols-1 gap-1 pt-1">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-semibold">{titleOf(step)}</span>
                  <span className="text-ink-soft text-sm">
                    <Moment at={step.at} />
                  </span>
                </p>
                <Detail step={step} />
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function titleOf({ kind, to, fromFamily }: FamilyStepView): string {
  if (kind === "message") return fromFamily ? copy.steps.youWrote : copy.steps.weWrote;
  if (kind === "moved") return to ? copy.states[to] : "";
  return kind === "received" ? copy.steps.received : copy.steps.dueMoved;
}

function Detail({ step }: { step: FamilyStepView }) {
  const { text, visitAt, dueAfter, fromFamily } = step;
  return (
    <>
      {visitAt && (
        <p>
          {copy.steps.visitMoved}: <Moment at={visitAt} />
        </p>
      )}
      {dueAfter && <p>{copy.dueMoved(shownDay(dateHere(dueAfter)))}</p>}
      {text && (
        <p
          className={clsx(
            "wrap-anywhere w-fit max-w-text whitespace-pre-line rounded-md px-4 py-2.5",
            fromFamily ? "bg-accent-soft" : "bg-sunken",
          )}
        >
          {text}
        </p>
      )}
    </>
  );
}
