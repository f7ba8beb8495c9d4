"use client";

import { RemoveDialog, removalOptions } from "@/components/form/remove-dialog";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { shownDays } from "../rules";
import type { ClosedDayView } from "../schema";

type RemoveClosedDaysProps = { days: ClosedDayView; onClose: () => void };

/** Asks for confirmation and deletes closed days. */
export function RemoveClosedDays({ days, onClose }: RemoveClosedDaysProps) {
  const { closedDays } = api.useUtils();
  const refresh = () => closedDays.invalidate();
  const removal = api.closedDays.remove.useMutation(removalOptions({ refresh, removed: copy.removed, onClose }));
  return (
    <RemoveDialog
      thing={days}
      onClose={onClose}
      removal={removal}
      nameOf={(one) => `${one.name}, ${shownDays(one)}`}
      question={copy.removeQuestion}
      failed={copy.removeFailed}
    >
      will be taken off the calendar. This cannot be undone.
    </RemoveDialog>
  );
}
