"use client";

import { ChevronRight } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list-frame";
import { Section } from "@/components/ui/section";
import type { SiteSection } from "@/lib/site-content";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import { sectionForms } from "../rules-fields";
import type { EditedView } from "../schema";
import { DraftChanges } from "./draft-changes";
import { DraftState } from "./draft-state";
import { SitePreview } from "./site-preview";
import { Versions } from "./versions";

const sections = Object.keys(sectionForms) as SiteSection[];

/** The sections of the site, the unpublished changes, and the earlier versions. */
export function EditedSite({ found }: { found: EditedView | undefined }) {
  const edited = api.institute.get.useQuery(undefined, { initialData: found });
  const { data } = edited;
  return (
    <ListFrame list={edited} count={data && 1} loading={copy.loading} failed={copy.loadFailed} empty={null}>
      {data && (
        <div className="grid grid-cols-1 gap-6">
          <DraftState edited={data} />
          <div className="grid grid-cols-1 items-start gap-x-8 gap-y-8 xl:grid-cols-5">
            <div className="grid min-w-0 grid-cols-1 gap-8 xl:col-span-2">
              <Parts changed={data.changed} own={data.own} />
              <Versions edited={data} />
            </div>
            <div className="grid min-w-0 grid-cols-1 gap-8 xl:col-span-3">
              <SitePreview version={data.draft ?? data.published?.at.getTime() ?? null} />
              <DraftChanges edited={data} />
            </div>
          </div>
        </div>
      )}
    </ListFrame>
  );
}

function Parts({ changed, own }: Pick<EditedView, "changed" | "own">) {
  return (
    <Section title={copy.parts}>
      <ul className="rounded-lg border border-line bg-surface">
        {sections.map((section) => {
          const { title, lead } = sectionForms[section];
          return (
            <li
              key={section}
              className="group relative flex items-center justify-between gap-x-4 border-line border-t px-4 py-2.5 first:border-t-0"
            >
              <div className="grid min-w-0 gap-0.5">
                <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
                  {title}
                  {changed.includes(section) ? (
                    <Badge tone="warning">{copy.changed}</Badge>
                  ) : (
                    own.includes(section) && <Badge tone="success">{copy.own}</Badge>
                  )}
                </h3>
                <p className="text-ink-soft text-xs">{lead}</p>
              </div>
              {/* The whole row is the link. */}
              <Link
                href={`/admin/institute/${section}`}
                aria-label={copy.edit(title)}
                className="flex shrink-0 items-center gap-1 rounded-sm font-semibold text-accent text-sm after:absolute after:inset-0 group-hover:underline"
              >
                {copy.open}
                <ChevronRight aria-hidden className="size-4.5" />
              </Link>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
