"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { saveFile } from "@/lib/save-file";
import { messageOf } from "@/trpc/failure";
import { useSingleFlight } from "./use-single-flight";

const copy = {
  export: "Export as CSV",
  exporting: "Exporting...",
  exported: "The table is in your downloads.",
  failed: "The table could not be made. Please try again.",
} as const;

/** Mutation options for an export: downloads the table, or shows the error. */
export const exportOptions = (file: string) => ({
  onSuccess({ csv }: { csv: string }) {
    saveFile(file, "text/csv;charset=utf-8", csv);
    toast.success(copy.exported);
  },
  onError: (error: unknown) => void toast.error(messageOf(error, copy.failed)),
});

type ExportTableProps = { table: { isPending: boolean; mutateAsync: () => Promise<unknown> } };

export function ExportTable({ table }: ExportTableProps) {
  const save = useSingleFlight(table);
  return (
    <Button variant="secondary" busy={table.isPending} busyText={copy.exporting} onClick={() => save(undefined)}>
      <Download aria-hidden className="size-4.5" />
      {copy.export}
    </Button>
  );
}
