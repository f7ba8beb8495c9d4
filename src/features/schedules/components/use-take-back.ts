import { toast } from "@/components/ui/toast";
import { emailDelay } from "@/lib/email-delay";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { office as copy } from "../messages-office";
import type { StaffScheduleView } from "../schema";

type Written = { rowVersion: number };

/** Toasts about a test that was moved or cancelled. They offer to take the change back, even after the form is closed. */
export function useTakeBack({ _id: id, ...before }: StaffScheduleView) {
  const { schedules } = api.useUtils();
  const options = (taken: string, late: string | null) => ({
    onSuccess: () => void toast.success(taken),
    onError: (error: unknown) =>
      void toast.error(late && codeOf(error) === "BAD_REQUEST" ? late : messageOf(error, copy.failed)),
    onSettled: () => void schedules.invalidate(),
  });
  const edit = api.schedules.edit.useMutation(options(copy.takenBack, copy.takeBackLate));
  const restore = api.schedules.restore.useMutation(options(copy.restored, null));
  const offer = (message: string, onClick: () => void) =>
    void toast.success(message, { action: { label: copy.takeBack, onClick } });

  return {
    moved({ rowVersion }: Written) {
      const { className, sections, subject, testDate, testTime, minutes, room, description, reason } = before;
      const values = { className, sections, subject, testDate, testTime, minutes, room, description, reason };
      // Measured by the wall clock, which continues while the computer sleeps.
      const until = Date.now() + emailDelay;
      offer(copy.saved, () =>
        Date.now() < until ? edit.mutate({ id, rowVersion, ...values }) : toast.error(copy.takeBackLate),
      );
    },
    cancelled: ({ rowVersion }: Written) => offer(copy.cancelled, () => restore.mutate({ id, rowVersion })),
  };
}
