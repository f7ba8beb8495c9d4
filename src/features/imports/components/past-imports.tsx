"use client";

import { ChevronRight } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list-frame";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import type { ImportRowView } from "../schema";

const tones = { read: "warning", checked: "warning", applied: "success", undone: "neutral" } as const;

/** The imports of the last year, and unfinished ones. */
export function PastImports({ known }: { known: ImportRowView[] | undefined }) {
  const list = api.imports.list.useQuery(undefined, { initialData: known });
  return (
    <section aria-labelledby="past" className="grid grid-cols-1 gap-2">
      <h2 id="past" className="text-base">
        {copy.past}
      </h2>
      <ListFrame
        list={list}
        count={list.data?.length}
        loading={copy.loading}
        failed={copy.failed}
        empty={<p className="text-ink-soft text-sm">{copy.none}</p>}
      >
        <ul aria-label={copy.past} className="divide-y divide-line rounded-md border border-line bg-surface">
          {list.data?.map((one) => (
            <li key={one._id}>
              <Link
                href={`/admin/import/${one._id}`}
                className="flex items-center gap-3 px-3.25 py-2 hover:bg-sunken focus-visible:-outline-offset-3"
              >
                <span className="grid min-w-0 grow">
                  <span className="truncate font-semibold text-sm" title={one.fileName}>
                    {one.fileName}
                  </span>
                  <span className="truncate text-ink-soft text-xs">
                    {copy.rows(one.rows)}, <Moment at={one.createdAt} />
                    {one.by && `, ${copy.by(one.by)}`}
                  </span>
                </span>
                <span className="shrink-0 whitespace-nowrap">
                  <Badge tone={tones[one.state]}>{copy.states[one.state]}</Badge>
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft" />
              </Link>
            </li>
          ))}
        </ul>
      </ListFrame>
    </section>
  );
}
