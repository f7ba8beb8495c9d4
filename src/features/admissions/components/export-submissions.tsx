"use client";

import { ExportTable, exportOptions } from "@/components/form/export-table";
import { api } from "@/trpc/client";

/** Downloads the applications as a table. Needs an ApiProvider as an ancestor. */
export function ExportSubmissions() {
  return <ExportTable table={api.services.exportSubmissions.useMutation(exportOptions("lyceum-submissions.csv"))} />;
}
