"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { copy } from "../copy";
import type { ScheduleView } from "../schema";

type RemoveScheduleProps = {
  /** The schedule in question; none closes the dialog. */
  schedule: ScheduleView | undefined;
  onClose: () => void;
};

/** Asks, and then takes a schedule back. Stays open, saying so, when that fails. */
export function RemoveSchedule({ schedule, onClose }: RemoveScheduleProps) {
  const [shown, setShown] = useState(schedule);
  // The name stays while the dialog takes its leave.
  if (schedule && schedule !== shown) setShown(schedule);
  const cache = api.useUtils();
  const removing = useOneAtATime();
  const remove = api.schedules.remove.useMutation({
    onSettled: removing.end,
    onSuccess: () => leave(copy.removed),
    async onError(error) {
      console.error(error);
      // Somebody else was faster.
      if (codeOf(error) === "NOT_FOUND") await leave(error.message);
    },
  });

  async function leave(message: string) {
    await cache.schedules.list.invalidate();
    toast.success(message);
    close();
  }

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <Dialog
      open={schedule !== undefined}
      onOpenChange={(next) => !next && close()}
      title={copy.removeQuestion}
      description={
        <>
          <strong className="break-words">
            {shown?.subject}, {shown?.className}
          </strong>{" "}
          will be gone for everyone. This cannot be undone.
        </>
      }
      confirmLabel={copy.remove}
      busy={remove.isPending}
      busyText={copy.removing}
      error={remove.isError ? copy.removeFailed : undefined}
      onConfirm={() => schedule && removing.begin() && remove.mutate({ id: schedule._id })}
    />
  );
}
