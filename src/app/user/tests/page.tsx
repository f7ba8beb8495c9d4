import { CalendarX } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { institute } from "@/content/institute";
import type { createCaller } from "@/features";
import { TestsOfClass } from "@/features/schedules/components/tests-of-class";
import { copy } from "@/features/schedules/messages";
import { listsFor } from "@/features/schedules/rules";
import { prefetch } from "@/http/page-session";
import { dateIn } from "@/lib/dates";
import { leadToFirst, openFor, type Search } from "../family";
import { ChildTests } from "./child-tests";

export const metadata: Metadata = { title: copy.mineTitle };

const path = "/user/tests";

export default async function MyTestsPage({ searchParams }: { searchParams: Search }) {
  const { caller, children, asked, child } = await openFor(path, searchParams);
  const today = dateIn(institute.timeZone, new Date());
  if (asked !== undefined) {
    const page = child?.follows ? await testsOf(caller, child.follows, today) : undefined;
    return <ChildTests found={children} today={today} shown={child?._id} page={page} />;
  }
  const classNames = await caller.results.classes();
  if (classNames.length === 0) leadToFirst(path, children);
  const found = await Promise.all(classNames.map((className) => testsOf(caller, className, today)));
  return (
    <div className="page">
      <PageHeader title={copy.mineTitle} lead={copy.mineLead} />
      {classNames.length === 0 && (
        <EmptyState
          icon={<CalendarX />}
          title={copy.minePlaceholder}
          hint={copy.minePlaceholderHint}
          action={
            <ButtonLink href="/show-schedule" variant="secondary">
              {copy.browseAll}
            </ButtonLink>
          }
        />
      )}
      <div className="grid grid-cols-1 gap-12">
        {classNames.map((className, index) => (
          <TestsOfClass key={className} className={className} today={today} found={found[index]} />
        ))}
      </div>
    </div>
  );
}

function testsOf(caller: ReturnType<typeof createCaller>, className: string, today: string) {
  return prefetch("my-tests", () => caller.schedules.list(listsFor(className, today).upcoming));
}
