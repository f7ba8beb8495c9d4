"use client";

import { CancelFile } from "@/components/form/cancel-file";
import { useLead } from "@/components/form/use-lead";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { ImportView } from "../schema";

/** Deletes a file that was not imported. */
export function CancelImport({ view }: { view: ImportView }) {
  const lead = useLead();
  const { imports } = api.useUtils();
  const removal = api.imports.remove.useMutation({
    async onSuccess() {
      toast.success(copy.thrown);
      await imports.list.invalidate();
      lead("/admin/import");
    },
  });
  return (
    <CancelFile
      words={copy}
      fileName={view.fileName}
      of={removal}
      input={{ id: view._id }}
      failed={messageOf(removal.error, copy.failedSave)}
    />
  );
}
