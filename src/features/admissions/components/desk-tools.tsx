"use client";

import { CalendarPlus, ChartColumn, Download, Printer } from "lucide-react";
import { exportOptions } from "@/components/form/export-table";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { api } from "@/trpc/client";
import { deskCopy as copy } from "../messages-desk";
import type { DeskFilters } from "../schema-desk";
import { ExportSubmissions } from "./export-submissions";

const bar = "flex flex-wrap gap-2 max-md:w-full max-md:*:grow print:hidden";

export function DeskTools({ filters }: { filters: DeskFilters }) {
  const table = api.services.exportSubmissions.useMutation(exportOptions("lyceum-submissions.csv"));
  const save = useSingleFlight(table);
  return (
    <div className={bar}>
      <DeskLinks />
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

/** The tools of the cards, which are all applications. */
export function CardTools() {
  return (
    <div className={bar}>
      <DeskLinks />
      <ExportSubmissions />
    </div>
  );
}

function DeskLinks() {
  return (
    <>
      <ButtonLink href="/admin/get-info/figures" variant="secondary">
        <ChartColumn aria-hidden className="size-4.5" />
        {copy.figures}
      </ButtonLink>
      <ButtonLink href="/admin/get-info/intake" variant="secondary">
        <CalendarPlus aria-hidden className="size-4.5" />
        {copy.intake}
      </ButtonLink>
    </>
  );
}
