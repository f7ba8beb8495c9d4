"use client";

import { Sheet } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { saveFile } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../copy";

type ExportTableProps = { of: "submissions" | "messages" };

/** Saves a list as a table for spreadsheets. Needs an ApiProvider round it. */
export function ExportTable({ of }: ExportTableProps) {
  const saving = useOneAtATime();
  const options = {
    networkMode: "always" as const,
    onSettled: saving.end,
    onSuccess({ csv }: { csv: string }) {
      saveFile(`lyceum-${of}.csv`, "text/csv;charset=utf-8", csv);
      toast.success(copy.exported);
    },
    onError(error: unknown) {
      console.error(error);
      toast.error(messageOf(error, copy.exportFailed));
    },
  };
  const tables = {
    submissions: api.services.exportSubmissions.useMutation(options),
    messages: api.services.exportMessages.useMutation(options),
  };
  const { isPending, mutate } = tables[of];

  return (
    <Button variant="secondary" busy={isPending} busyText={copy.exporting} onClick={() => saving.begin() && mutate()}>
      <Sheet aria-hidden className="size-5" />
      {copy.export}
    </Button>
  );
}
