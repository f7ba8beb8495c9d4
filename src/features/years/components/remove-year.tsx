"use client";

import { RemoveDialog, removalOptions } from "@/components/form/remove-dialog";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { YearView } from "../schema";

type RemoveYearProps = {
  /** The year to delete; undefined closes the dialog. */
  year: YearView | undefined;
  onClose: () => void;
};

/** Asks for confirmation and deletes a school year; for a year in use, the dialog shows why it cannot be deleted. */
export function RemoveYear({ year, onClose }: RemoveYearProps) {
  const { years } = api.useUtils();
  const refresh = usePageRefresh();
  async function reload() {
    await years.list.invalidate();
    // The season on the page may depend on the years.
    refresh();
  }
  const removal = api.years.remove.useMutation(removalOptions({ refresh: reload, removed: copy.removed, onClose }));
  return (
    <RemoveDialog
      thing={year}
      onClose={onClose}
      removal={removal}
      nameOf={({ label }) => label}
      question={copy.removeQuestion}
      failed={messageOf(removal.error, copy.failed)}
    >
      {copy.removeHint}
    </RemoveDialog>
  );
}
