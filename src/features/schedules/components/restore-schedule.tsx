"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { shownDay } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { office as copy } from "../messages-office";
import type { StaffScheduleView } from "../schema";
import { useWarnings, WentBack } from "./use-warnings";
import { WarningsQuestion } from "./warnings";

type RestoreScheduleProps = {
  schedule: StaffScheduleView;
  /** The button is about to go, and the focus with it. */
  onRestored: () => void;
};

/** Restores a cancelled test. */
export function RestoreSchedule({ schedule, onRestored }: RestoreScheduleProps) {
  const { _id: id, rowVersion, className, sections, subject, testDate, testTime, minutes } = schedule;
  const [busy, setBusy] = useState(false);
  const cache = api.useUtils();
  const restore = api.schedules.restore.useMutation({ meta: { expected: ["CONFLICT", "FORBIDDEN", "NOT_FOUND"] } });
  const { question, confirmAndSend } = useWarnings(id);

  async function start() {
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
        onClick={() => void start()}
      >
        <Undo2 aria-hidden className="size-4.5" />
        {copy.restore}
      </Button>
      <WarningsQuestion question={question} />
    </>
  );
}
