"use client";

import { CalendarPlus, ChartColumn, Download, Printer } from "lucide-react";
import { exportOptions } from "@/components/form/export-table";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { menuLine, RowAction, RowMenu } from "@/components/table/row-menu";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Link } from "@/components/ui/link";
import { api } from "@/trpc/client";
import { copy as words } from "../messages";
import { deskCopy as copy } from "../messages-desk";
import type { DeskFilters } from "../schema-desk";

type DeskToolsProps = {
  filters: DeskFilters;
  /** The table can be printed; the cards cannot. */
  canPrint: boolean;
};

const links = [
  { href: "/admin/get-info/figures", label: copy.figures, Icon: ChartColumn },
  { href: "/admin/get-info/intake", label: copy.intake, Icon: CalendarPlus },
] as const;

/** What can be done with all applications: buttons, on a phone one menu. */
export function DeskTools({ filters, canPrint }: DeskToolsProps) {
  const table = api.services.exportSubmissions.useMutation(exportOptions("lyceum-submissions.csv"));
  const save = useSingleFlight(table);
  return (
    <>
      <div className="flex flex-wrap gap-2 max-md:hidden print:hidden">
        {links.map(({ href, label, Icon }) => (
          <ButtonLink key={href} href={href} variant="secondary">
            <Icon aria-hidden className="size-4.5" />
            {label}
          </ButtonLink>
        ))}
        {canPrint && (
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4.5" />
            {copy.print}
          </Button>
        )}
        <Button variant="secondary" busy={table.isPending} onClick={() => save(filters)}>
          <Download aria-hidden className="size-4.5" />
          {copy.export}
        </Button>
      </div>
      <div className="md:hidden print:hidden">
        <RowMenu label={words.submissionsTitle} look="page">
          {links.map(({ href, label, Icon }) => (
            <Link key={href} href={href} className={menuLine}>
              <Icon aria-hidden />
              {label}
            </Link>
          ))}
          {canPrint && (
            <RowAction icon={<Printer aria-hidden />} onClick={() => window.print()}>
              {copy.print}
            </RowAction>
          )}
          <RowAction icon={<Download aria-hidden />} onClick={() => save(filters)}>
            {copy.export}
          </RowAction>
        </RowMenu>
      </div>
    </>
  );
}
