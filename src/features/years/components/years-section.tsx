"use client";

import { CalendarRange, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFrame } from "@/components/ui/list-frame";
import { SectionCard } from "@/components/ui/section";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { YearsView, YearView } from "../schema";
import { RemoveYear } from "./remove-year";
import { YearDialog } from "./year-dialog";
import { YearRow } from "./year-row";

/** The school years, to add, edit and delete. `found` is from the server's render. */
export function YearsSection({ found }: { found: YearsView | undefined }) {
  const list = api.years.list.useQuery(undefined, { initialData: found });
  const [open, setOpen] = useState<YearView | "new">();
  const [doomed, setDoomed] = useState<YearView>();
  const years = list.data?.years;
  const add = (
    <Button variant={years?.length === 0 ? "primary" : "secondary"} onClick={() => setOpen("new")}>
      <Plus aria-hidden className="size-5" />
      {copy.add}
    </Button>
  );

  return (
    <SectionCard anchor="years" title={copy.title} lead={copy.lead} action={years && years.length > 0 && add}>
      <ListFrame
        list={list}
        count={years?.length}
        loading={copy.loading}
        failed={copy.loadFailed}
        empty={<EmptyState icon={<CalendarRange />} title={copy.none} hint={copy.noneHint} action={add} />}
      >
        <ul className="-mx-4 -mb-4 sm:-mx-5 sm:-mb-5">
          {years?.map((year) => (
            <YearRow
              key={year._id}
              year={year}
              isCurrent={year._id === list.data?.currentId}
              onEdit={() => setOpen(year)}
              onRemove={() => setDoomed(year)}
            />
          ))}
        </ul>
      </ListFrame>
      {open && (
        <YearDialog year={open === "new" ? undefined : open} latest={years?.[0]} onClose={() => setOpen(undefined)} />
      )}
      <RemoveYear year={doomed} onClose={() => setDoomed(undefined)} />
    </SectionCard>
  );
}
