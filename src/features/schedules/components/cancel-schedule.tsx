"use client";

import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Time } from "@/components/ui/clock";
import { FormDialog } from "@/components/ui/form-dialog";
import { shownDay } from "@/lib/dates";
import { api } from "@/trpc/client";
import { office as copy } from "../messages-office";
import type { StaffScheduleView } from "../schema";
import { NotificationLine } from "./notification-line";
import { useTakeBack } from "./use-take-back";

/** Asks for a reason, and cancels a test. */
export function CancelSchedule({ schedule, onClose }: { schedule: StaffScheduleView; onClose: () => void }) {
  const { _id: id, rowVersion, className, sections, subject, testDate, testTime } = schedule;
  const cache = api.useUtils();
  const offerTakeBack = useTakeBack(schedule);
  const cancel = api.schedules.cancel.useMutation({
    // Without a response, the change may be done.
    onError: () => void cache.schedules.invalidate(),
  });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["reason", "byMistake"],
    send: ({ reason, byMistake }) => cancel.mutateAsync({ id, rowVersion, reason, byMistake: byMistake === "on" }),
    async onDone(cancelled) {
      await cache.schedules.invalidate();
      offerTakeBack.cancelled(cancelled);
      onClose();
    },
  });
  return (
    <FormDialog
      title={copy.cancelTitle(subject)}
      lead={
        <>
          {className}, {shownDay(testDate)} at <Time at={testTime} />
        </>
      }
      onClose={onClose}
    >
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <ReasonField label={copy.reason} hint={copy.cancelReasonHint} error={faults.reason} />
        <Checkbox name="byMistake" label={copy.byMistake} hint={copy.byMistakeHint} />
        <NotificationLine of={{ id, className, sections, place: null }} />
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.saving} danger>
          {copy.cancel}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
