import { CalendarX } from "lucide-react";
import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { dateHere } from "@/content/institute";
import type { createCaller } from "@/features";
import { HasLeft } from "@/features/account/components/has-left";
import { followedPlaces, youCome } from "@/features/guardians/rules";
import { TestLinks } from "@/features/schedules/components/test-links";
import { TestsOfClasses } from "@/features/schedules/components/tests-of-class";
import { own } from "@/features/schedules/messages-own";
import { type ClassPlace, ownListFor } from "@/features/schedules/rules";
import { prefetch } from "@/http/page-session";
import { mustProve, ProveFirstPage } from "../../prove-first";
import { leadToFirst, openFor } from "../family";
import { ChildTests } from "./child-tests";

export const metadata: Metadata = { title: own.title };

const path = "/user/tests";

export default async function MyTestsPage({ searchParams }: { searchParams: SearchParams }) {
  const opened = await openFor(path, searchParams);
  const { principal, caller, children, asked, child } = opened;
  if (mustProve(principal)) return <ProveFirstPage title={own.title} principal={principal} />;
  const today = dateHere(new Date());
  const closed = await prefetch("closed-days", () => caller.closedDays.coming({ from: today }));
  if (asked !== undefined) {
    const pages = await Promise.all((child ? followedPlaces(child) : []).map((place) => testsOf(caller, place, today)));
    return <ChildTests found={children} today={today} shown={child?._id} pages={pages} closed={closed} />;
  }
  const places = await caller.results.places();
  if (places.length === 0) await leadToFirst(path, opened);
  const found = await Promise.all(places.map((place) => testsOf(caller, place, today)));
  const without = places.length === 0 ? await caller.account.get() : null;
  const hasLeft = without?.hasLeft;
  const only = places.length === 1 ? places[0]?.className : undefined;
  return (
    <div className="page">
      <PageHeader
        title={own.title}
        lead={only === undefined ? own.lead : own.leadOf(only)}
        action={places.length > 0 && <TestLinks className={only} />}
      />
      {hasLeft && <HasLeft icon={<CalendarX />} />}
      {without && !hasLeft && (
        <EmptyState
          icon={<CalendarX />}
          {...(without.coming ? youCome(without.coming) : { title: own.placeholder, hint: own.placeholderHint })}
          action={
            <ButtonLink href="/show-schedule" variant="secondary">
              {own.browseAll}
            </ButtonLink>
          }
        />
      )}
      <TestsOfClasses of={places} today={today} found={found} closed={closed} />
    </div>
  );
}

function testsOf(caller: ReturnType<typeof createCaller>, place: ClassPlace, today: string) {
  return prefetch("my-tests", () => caller.schedules.list(ownListFor(place, today)));
}
