"use client";

import { RemoveDialog, removalOptions } from "@/components/form/remove-dialog";
import { shownDay } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { office } from "../messages-office";
import type { StaffScheduleView } from "../schema";
import { NotificationLine } from "./notification-line";

type RemoveScheduleProps = { schedule: StaffScheduleView; onClose: () => void };

/** Asks for confirmation, saying who is notified, and deletes a test. */
export function RemoveSchedule({ schedule, onClose }: RemoveScheduleProps) {
  const { _id: id, rowVersion, className, sections } = schedule;
  const { schedules } = api.useUtils();
  const refresh = () => schedules.invalidate();
  const removal = api.schedules.remove.useMutation(removalOptions({ refresh, removed: office.removed, onClose }));
  return (
    <RemoveDialog
      thing={schedule}
      onClose={onClose}
      removal={{ ...removal, mutateAsync: () => removal.mutateAsync({ id, rowVersion }) }}
      nameOf={({ subject, className, testDate, state }) =>
        [subject, className, shownDay(testDate), ...(state === "cancelled" ? [office.states.cancelled] : [])].join(", ")
      }
      question={office.removeQuestion}
      failed={messageOf(removal.error, office.removeFailed)}
    >
      will be gone for everyone. {office.removesExams} This cannot be undone.
      <NotificationLine of={{ id, className, sections, place: null }} />
    </RemoveDialog>
  );
}
