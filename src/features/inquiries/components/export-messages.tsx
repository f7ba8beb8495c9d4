"use client";

import { ExportTable, exportOptions } from "@/components/form/export-table";
import { api } from "@/trpc/client";

/** Downloads the messages as a table. Needs an ApiProvider as an ancestor. */
export function ExportMessages() {
  return <ExportTable table={api.services.exportMessages.useMutation(exportOptions("lyceum-messages.csv"))} />;
}
