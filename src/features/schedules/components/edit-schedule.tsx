"use client";

import { useEffect, useRef, useState } from "react";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { sectionsOf } from "@/lib/sections";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { office as copy } from "../messages-office";
import { refusals } from "../messages-refusals";
import { placeOfTyped } from "../rules-office";
import type { StaffScheduleView } from "../schema";
import { NotificationLine } from "./notification-line";
import { ScheduleFields, scheduleFieldNames } from "./schedule-fields";
import { useTakeBack } from "./use-take-back";
import { toldOf, useWarnings, WentBack } from "./use-warnings";
import { TypedWarnings, WarningsQuestion } from "./warnings";

type EditScheduleProps = { schedule: StaffScheduleView; onClose: () => void };

/** Edits or moves a test in place. */
export function EditSchedule({ schedule: latest, onClose }: EditScheduleProps) {
  // The list may be refreshed while the form is open: keep the version that was opened.
  const [schedule] = useState(latest);
  const { _id: id, rowVersion, subject } = schedule;
  const cache = api.useUtils();
  const edit = api.schedules.edit.useMutation({
    // Without a response, the change may be done.
    onError: () => void cache.schedules.invalidate(),
  });
  const { watch, told, warnings, question, confirmAndSend } = useWarnings(id);
  const offerTakeBack = useTakeBack(schedule);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { form, faults, failure, busy } = useServerForm({
    fields: [...scheduleFieldNames, "reason"],
    // Runs before the questions about the new date.
    check: ({ testDate, testTime, reason }) => {
      const isMoved = testDate !== schedule.testDate || testTime.slice(0, 5) !== schedule.testTime;
      return isMoved && testDate && testTime && reason.trim() === "" ? { reason: refusals.reasonWanted } : {};
    },
    async send(typed) {
      const given = { ...typed, testTime: typed.testTime.slice(0, 5), sections: sectionsOf(typed.sections) };
      const place = placeOfTyped(typed);
      const asked = place && isElsewhere(schedule, given) ? { ...place, id } : null;
      return confirmAndSend(asked, async (confirmed) => {
        // Fetched just before the move, which changes the answer: what was found during typing may be outdated.
        const reach = asked && (await cache.schedules.reach.fetch(toldOf(asked), { staleTime: 0 }).catch(() => null));
        const changed = { ...given, subject: given.subject === subject ? undefined : given.subject };
        return { ...(await edit.mutateAsync({ ...changed, id, rowVersion, confirmed })), when: reach?.when };
      });
    },
    async onDone({ when, ...written }) {
      const isMoved = written.testDate !== schedule.testDate || written.testTime !== schedule.testTime;
      await cache.schedules.invalidate();
      if (isMoved && when !== undefined && when !== "at-once") offerTakeBack.moved(written);
      else toast.success(copy.saved);
      onClose();
    },
  });

  return (
    <form
      {...form}
      noValidate
      onInput={watch}
      autoComplete="off"
      className="grid grid-cols-1 gap-5 bg-sunken p-5 sm:p-6"
    >
      <h3 ref={heading} tabIndex={-1} className="wrap-anywhere text-lg outline-none">
        {copy.editTitle(subject)}
      </h3>
      <ScheduleFields faults={faults} known={schedule} />
      <ReasonField label={copy.reason} optional hint={copy.moveReasonHint} error={faults.reason} />
      <TypedWarnings warnings={warnings} />
      <NotificationLine of={told} />
      {failure && !(failure instanceof WentBack) && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
      <div className="grid gap-2.5 sm:flex sm:justify-end">
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {copy.leave}
        </Button>
        <Button type="submit" busy={busy} busyText={copy.saving}>
          {copy.save}
        </Button>
      </div>
      <WarningsQuestion question={question} />
    </form>
  );
}

type Typed = { className: string; testDate: string; testTime: string; minutes: string; sections: string[] };

/** True if time or audience changed: other changes need no confirmation. */
function isElsewhere(schedule: StaffScheduleView, typed: Typed): boolean {
  const sections = (all: readonly string[]) =>
    all
      .map((section) => section.toUpperCase())
      .sort()
      .join();
  return (
    schedule.className !== `Class ${typed.className}` ||
    schedule.testDate !== typed.testDate ||
    schedule.testTime !== typed.testTime ||
    String(schedule.minutes ?? "") !== typed.minutes.trim() ||
    sections(schedule.sections) !== sections(typed.sections)
  );
}
