"use client";

import { RemoveDialog, removalOptions } from "@/components/form/remove-dialog";
import { api } from "@/trpc/client";
import { office } from "../messages-office";
import type { ScheduleView } from "../schema";
import { NotificationLine } from "./notification-line";

type RemoveScheduleProps = { schedule: ScheduleView; onClose: () => void };

/** Asks for confirmation, saying who is told, and deletes a test. */
export function RemoveSchedule({ schedule, onClose }: RemoveScheduleProps) {
  const { _id: id, className, sections } = schedule;
  const { schedules } = api.useUtils();
  const refresh = () => schedules.invalidate();
  const removal = api.schedules.remove.useMutation(removalOptions({ refresh, removed: office.removed, onClose }));
  return (
    <RemoveDialog
      thing={schedule}
      onClose={onClose}
      removal={removal}
      nameOf={({ subject, className }) => `${subject}, ${className}`}
      question={office.removeQuestion}
      failed={office.removeFailed}
    >
      will be gone for everyone. This cannot be undone.
      <NotificationLine of={{ id, className, sections, place: null }} />
    </RemoveDialog>
  );
}
