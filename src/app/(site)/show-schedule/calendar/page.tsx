import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { buttonStyle } from "@/components/ui/button-style";
import { ClassOptions } from "@/components/ui/class-options";
import { Select } from "@/components/ui/select";
import { AfterChanges } from "@/features/calendars/components/after-changes";
import { FeedWays } from "@/features/calendars/components/feed-ways";
import { copy } from "@/features/calendars/messages";
import { feedPath } from "@/features/calendars/rules";
import { classesWith, storedClassOf } from "@/lib/stored-classes";
import { siteAddress } from "../../../site-address";

export const metadata: Metadata = { title: copy.title, description: copy.lead };

export default async function CalendarPage({ searchParams }: { searchParams: SearchParams }) {
  const className = String(storedClassOf((await searchParams).className) ?? "");
  const schedule = className ? `/show-schedule?className=${className}` : "/show-schedule";
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader title={copy.title} lead={copy.lead} crumbs={[{ href: schedule, label: copy.allTests }]} />
      <div className="grid grid-cols-1 gap-10">
        <div className="grid grid-cols-1 gap-5">
          {/* Another class is another page, so that it works without JavaScript. */}
          <search>
            <form method="get" className="flex gap-3">
              <div className="w-52">
                <Select key={className} name="className" aria-label={copy.chooseClass} defaultValue={className}>
                  <option value="">{copy.allClasses}</option>
                  <ClassOptions of={classesWith(className)} />
                </Select>
              </div>
              <button type="submit" className={buttonStyle({ variant: "secondary" })}>
                {copy.show}
              </button>
            </form>
          </search>
          <h2 className="text-2xl">{className ? copy.ofClass(className) : copy.ofAll}</h2>
          <FeedWays download path={feedPath(className)} site={siteAddress().origin} />
        </div>
        <AfterChanges />
      </div>
    </div>
  );
}
