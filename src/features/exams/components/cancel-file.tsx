"use client";

import { useRouter } from "next/navigation";
import { CancelFile } from "@/components/form/cancel-file";
import { useLead } from "@/components/form/use-lead";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";
import type { FileView } from "../schema-files";

/** Discards a file of marks before anything was written. */
export function CancelMarksFile({ view }: { view: FileView }) {
  const router = useRouter();
  const lead = useLead();
  const removal = api.exams.removeFile.useMutation({
    onSuccess() {
      toast.success(copy.thrown);
      lead(`/admin/results/${view.exam._id}/file`);
      router.refresh();
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
