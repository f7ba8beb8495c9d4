"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/clock";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { shownDay } from "@/lib/dates";
import { api } from "@/trpc/client";
import { office as copy } from "../messages-office";
import type { StaffScheduleView } from "../schema";
import { NotificationLine } from "./notification-line";
import { useWarnings, WentBack } from "./use-warnings";
import { WarningsQuestion } from "./warnings";

type RestoreScheduleProps = {
  schedule: StaffScheduleView;
  /** Called before the button disappears, to keep the focus. */
  onRestored: () => void;
};

/** Restores a cancelled test, in a dialog. */
export function RestoreSchedule({ schedule, onRestored }: RestoreScheduleProps) {
  const [isAsked, setAsked] = useState(false);
  const cache = api.useUtils();

  function close() {
    setAsked(false);
    void cache.schedules.invalidate();
  }

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${copy.restore} ${schedule.subject}, ${shownDay(schedule.testDate)}`}
        onClick={() => setAsked(true)}
      >
        <Undo2 aria-hidden className="size-4.5" />
        {copy.restore}
      </Button>
      {isAsked && (
        <RestoreDialog
          schedule={schedule}
          onClose={close}
          onRestored={() => {
            // An open dialog would hold the focus.
            flushSync(close);
            onRestored();
          }}
        />
      )}
    </>
  );
}

/** Says who is notified, and asks for a reason, which may be left out. */
function RestoreDialog({ schedule, onClose, onRestored }: RestoreScheduleProps & { onClose: () => void }) {
  const { _id: id, rowVersion, className, sections, subject, testDate, testTime, minutes } = schedule;
  const restore = api.schedules.restore.useMutation();
  const { question, confirmAndSend } = useWarnings(id);
  const { form, faults, failure, busy } = useServerForm({
    fields: ["reason"],
    send: ({ reason }) => {
      const place = { className, sections, testDate, testTime, minutes: String(minutes ?? ""), id };
      return confirmAndSend(place, (confirmed) => restore.mutateAsync({ id, rowVersion, reason, confirmed }));
    },
    onDone() {
      toast.success(copy.restored);
      onRestored();
    },
  });
  return (
    <>
      <FormDialog
        title={copy.restoreTitle(subject)}
        lead={
          <>
            {className}, {shownDay(testDate)} at <Time at={testTime} />
          </>
        }
        onClose={onClose}
      >
        <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
          <ReasonField label={copy.reason} optional hint={copy.restoreReasonHint} error={faults.reason} />
          <NotificationLine of={{ id, className, sections, place: { testDate, testTime } }} />
          <FormEnd
            failure={failure instanceof WentBack ? undefined : failure}
            failed={copy.failed}
            busy={busy}
            busyText={copy.restoring}
          >
            {copy.restore}
          </FormEnd>
        </form>
      </FormDialog>
      <WarningsQuestion question={question} />
    </>
  );
}
