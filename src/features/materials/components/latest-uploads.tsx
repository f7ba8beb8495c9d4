"use client";

import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { shownDateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { officeCopy as words } from "../messages-office";
import { latestUploads } from "../rules-office";
import type { MaterialsPage } from "../schema";

/** The latest uploads beside the form, so that staff see what already exists. `found` is from the server's render. */
export function LatestUploads({ found }: { found: MaterialsPage | undefined }) {
  const list = api.materials.list.useQuery(latestUploads, { initialData: found });
  if (!list.data) return null;
  return (
    <section className="grid grid-cols-1 gap-2 xl:w-72 xl:shrink-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base">{words.latest}</h2>
        <Link href="/admin/materials" className="link inline-flex min-h-11 items-center text-sm dense:min-h-8">
          {words.all}
        </Link>
      </div>
      {list.data.items.length === 0 && <p className="text-ink-soft text-sm">{words.none}</p>}
      <ul className="divide-y divide-line rounded-md border border-line bg-surface empty:hidden">
        {list.data.items.map(({ _id, materialName, className, subject, uploadedAt, availableFrom }) => (
          <li key={_id} className="min-w-0 px-3.25 py-2">
            <Link
              href={`/admin/materials?edit=${_id}`}
              title={materialName}
              className="line-clamp-2 wrap-anywhere rounded-sm font-semibold text-sm hover:text-accent hover:underline"
            >
              {materialName}
            </Link>
            <p className="wrap-anywhere text-ink-soft text-xs">
              {[words.className(className), subject, shownDateHere(uploadedAt)].join(" · ")}
            </p>
            {availableFrom && <Badge>{copy.startsOn(shownDateHere(availableFrom))}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
