import { Megaphone } from "lucide-react";
import type { Metadata } from "next";
import { type SearchParams, textsOf } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PublicNotices } from "@/features/notices/components/public-notices";
import { readers as copy } from "@/features/notices/messages-readers";
import { onPage } from "@/features/notices/rules";
import { publicCaller, readForPage } from "@/http/page-session";
import { idAsked, pageAsked } from "@/lib/list-address";
import { InstituteClock } from "../../institute-clock";

export const metadata: Metadata = {
  title: copy.title,
  description: "What the institute tells everyone: dates, visits, closures and other news.",
};

export default async function NoticesPage({ searchParams }: { searchParams: SearchParams }) {
  const given = await textsOf(searchParams);
  const notice = idAsked(given.notice);
  const asked = { page: pageAsked(given.page), limit: onPage, ...(notice && { notice }) };
  const { items, total, page } = await readForPage(() => publicCaller().notices.listPublic(asked));
  return (
    <div className="page grid grid-cols-1 content-start items-start gap-x-14 pb-16 sm:pb-24 lg:grid-cols-3">
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="min-w-0 lg:col-span-2 lg:pt-16">
        {notice && items.every(({ _id }) => _id !== notice) && (
          <div className="pb-5">
            <Alert tone="info">{copy.hasEnded}</Alert>
          </div>
        )}
        <InstituteClock>
          {items.length > 0 ? (
            <PublicNotices notices={items} />
          ) : page > 1 ? (
            <EmptyState
              icon={<Megaphone />}
              title={copy.noneOnPage}
              action={<ButtonLink href="/notices">{copy.all}</ButtonLink>}
            />
          ) : (
            <EmptyState icon={<Megaphone />} title={copy.emptyTitle} hint={copy.empty} />
          )}
        </InstituteClock>
        <div className="flex gap-3 pt-6">
          {page > 1 && items.length > 0 && (
            <ButtonLink href={page === 2 ? "/notices" : `/notices?page=${page - 1}`} variant="secondary">
              {copy.newer}
            </ButtonLink>
          )}
          {total > page * onPage && (
            <ButtonLink href={`/notices?page=${page + 1}`} variant="secondary">
              {copy.older}
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  );
}
