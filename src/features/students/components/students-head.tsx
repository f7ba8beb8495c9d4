"use client";

import { ArrowUpToLine, Download, ListChecks, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { exportOptions } from "@/components/form/export-table";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { PageHeader } from "@/components/site/page-header";
import { menuLine, RowMenu } from "@/components/table/row-menu";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { lazily } from "@/components/ui/lazily";
import { Link } from "@/components/ui/link";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import type { ListStudentsInput, StudentsPage } from "../schema-list";

const AddStudent = lazily(() => import("./add-student").then((module) => module.AddStudent));

type StudentsHeadProps = {
  page: StudentsPage | undefined;
  input: ListStudentsInput;
  /** The day from which students who are added here are in their class by default. */
  day: string;
  children: ReactNode;
};

/** The header of the roster: the count, and actions on the whole list. `children` are the menu's actions on the class that is shown. */
export function StudentsHead({ page, input, day, children }: StudentsHeadProps) {
  const { page: _page, limit: _limit, ...filters } = input;
  const table = api.students.export.useMutation(exportOptions("students.csv"));
  const save = useSingleFlight(table);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={copy.title}
        beside={page && <span className="figures">{copy.ofAll(page.total, page.views.all)}</span>}
        action={
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:grow">
            {input.state === "proposed" ? (
              <ButtonLink href="/admin/students/confirm" variant="secondary">
                <ListChecks aria-hidden className="size-4.5" />
                {copy.confirmClasses}
              </ButtonLink>
            ) : (
              <Button variant="secondary" busy={table.isPending} onClick={() => save(filters)}>
                <Download aria-hidden className="size-4.5" />
                {copy.export}
              </Button>
            )}
            <Button onClick={() => setIsAdding(true)}>
              <Plus aria-hidden className="size-4.5" />
              {copy.add}
            </Button>
            <RowMenu label={copy.title} look="page" holdsDialogs>
              {children}
              <Link href="/admin/students/confirm" className={menuLine}>
                <ListChecks aria-hidden />
                {copy.confirmClasses}
              </Link>
              <Link href="/admin/students/promote" className={menuLine}>
                <ArrowUpToLine aria-hidden />
                {copy.promote}
              </Link>
            </RowMenu>
          </div>
        }
      />
      {isAdding && <AddStudent hasYear={page?.year !== null} day={day} onClose={() => setIsAdding(false)} />}
    </>
  );
}
