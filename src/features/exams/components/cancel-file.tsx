"use client";

import { CancelFile } from "@/components/form/cancel-file";
import { useLead } from "@/components/form/use-lead";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";
import type { FileView } from "../schema-files";

/** Discards a file of marks before anything was written. */
export function CancelMarksFile({ view }: { view: FileView }) {
  const refresh = usePageRefresh();
  const lead = useLead();
  const removal = api.exams.removeFile.useMutation({
    onSuccess() {
      toast.success(copy.thrown);
      lead(`/admin/results/${view.exam._id}/file`);
      refresh();
    },
  });
  return (
    <CancelFile
      words={copy}
      fileName={view.fileName}
      of={removal}
      input={{ fileId: view._id }}
      failed={messageOf(removal.error, copy.failed)}
    />
  );
}
