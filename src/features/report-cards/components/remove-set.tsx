"use client";

import { RemoveDialog, removalOptions } from "@/components/form/remove-dialog";
import { useLead } from "@/components/form/use-lead";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import type { SheetView } from "../schema";

/** Asks for confirmation and deletes a set without issued cards. */
export function RemoveSet({
  sheet: { set },
  isOpen,
  onClose,
}: {
  sheet: SheetView;
  isOpen: boolean;
  onClose: () => void;
}) {
  const lead = useLead();
  const { reportCards } = api.useUtils();
  const refresh = async () => {
    lead("/admin/report-cards");
    await reportCards.list.invalidate();
  };
  const removal = api.reportCards.remove.useMutation(removalOptions({ refresh, removed: copy.removed, onClose }));
  return (
    <RemoveDialog
      thing={isOpen ? set : undefined}
      onClose={onClose}
      removal={removal}
      nameOf={({ title }) => title}
      question={copy.removeQuestion}
      failed={copy.removeFailed}
    >
      will be deleted with what was typed for its cards. This cannot be undone.
    </RemoveDialog>
  );
}
