import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { CardsView } from "@/features/report-cards/components/cards-view";
import { cardScreens } from "@/features/report-cards/messages-cards";
import { prefetch } from "@/http/page-session";
import { mustProve, ProveFirstPage } from "../../prove-first";
import { leadToFirst, openFor } from "../family";
import { LazyChildCards } from "./lazy-child-cards";

export const metadata: Metadata = { title: cardScreens.title };

const path = "/user/report-cards";

export default async function MyReportCardsPage({ searchParams }: { searchParams: SearchParams }) {
  const opened = await openFor(path, searchParams);
  const { principal, caller, children, asked, child } = opened;
  if (mustProve(principal)) return <ProveFirstPage title={cardScreens.title} principal={principal} />;
  const of = child?.seesResults ? { studentId: child._id } : undefined;
  const isOwn = asked === undefined;
  // A guardian who is not a student has no report cards, and a call without a child is refused.
  const isParent = async () => isOwn && principal.isGuardian && (await caller.account.get()).isGuardian;
  const read = async () => ((await isParent()) ? [] : caller.reportCards.cards(of ?? {}));
  const found = isOwn || of ? await prefetch("report-cards", read) : undefined;
  if (isOwn && found?.length === 0) await leadToFirst(path, opened);
  if (!isOwn) return <LazyChildCards found={children} shown={child?._id} cards={found} />;
  return (
    <div className="page">
      <PageHeader title={cardScreens.title} lead={cardScreens.lead} />
      <CardsView found={found} />
    </div>
  );
}
