"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/clock";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { shownDay } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
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

/** Asks for confirmation, saying who is notified, and restores a cancelled test. */
export function RestoreSchedule({ schedule, onRestored }: RestoreScheduleProps) {
  const { _id: id, rowVersion, className, sections, subject, testDate, testTime, minutes } = schedule;
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const cache = api.useUtils();
  const restore = api.schedules.restore.useMutation();
  const { question, confirmAndSend } = useWarnings(id);

  async function start() {
    setAsked(false);
    if (busy) return;
    setBusy(true);
    try {
      const place = { className, sections, testDate, testTime, minutes: String(minutes ?? ""), id };
      await confirmAndSend(place, (confirmed) => restore.mutateAsync({ id, rowVersion, confirmed }));
      toast.success(copy.restored);
      onRestored();
    } catch (error) {
      if (!(error instanceof WentBack)) toast.error(messageOf(error, copy.failed));
    }
    await cache.schedules.invalidate();
    setBusy(false);
  }

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        busyText={copy.restoring}
        aria-label={`${copy.restore} ${subject}, ${shownDay(testDate)}`}
        onClick={() => setAsked(true)}
      >
        <Undo2 aria-hidden className="size-4.5" />
        {copy.restore}
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={setAsked}
        title={copy.restoreTitle(subject)}
        description={
          <div className="grid gap-2">
            <p>
              {className}, {shownDay(testDate)} at <Time at={testTime} />
            </p>
            <NotificationLine of={isAsked ? { id, className, sections, place: { testDate, testTime } } : null} />
          </div>
        }
        confirmLabel={copy.restore}
        confirmVariant="primary"
        onConfirm={() => void start()}
      />
      <WarningsQuestion question={question} />
    </>
  );
}
