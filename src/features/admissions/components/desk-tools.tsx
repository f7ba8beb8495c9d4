"use client";

import { Download, Printer } from "lucide-react";
import { exportOptions } from "@/components/form/export-table";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { deskCopy as copy } from "../messages-desk";
import type { DeskFilters } from "../schema-desk";

/** What is done with all applications that match. */
export function DeskTools({ filters }: { filters: DeskFilters }) {
  const table = api.services.exportSubmissions.useMutation(exportOptions("lyceum-submissions.csv"));
  const save = useSingleFlight(table);
  return (
    <div className="flex gap-2 max-md:w-full max-md:*:grow print:hidden">
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden className="size-4.5" />
        {copy.print}
      </Button>
      <Button variant="secondary" busy={table.isPending} onClick={() => save(filters)}>
        <Download aria-hidden className="size-4.5" />
        Export as CSV
      </Button>
    </div>
  );
}
