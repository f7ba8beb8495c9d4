"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { ClassOptions } from "@/components/ui/class-options";
import { Select } from "@/components/ui/select";
import { SubjectChips } from "@/components/ui/subject-chips";
import { usePageFilter } from "@/components/ui/use-page-filter";
import { useScrollRestoration } from "@/components/ui/use-scroll-restoration";
import { dateHere } from "@/content/institute";
import { isBackNavigation } from "@/lib/back-navigation";
import { classOf } from "@/lib/classes";
import type { SubjectCounts } from "@/lib/fields";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { type ClosedSpan, listsFor, type TestFilter } from "../rules";
import type { SchedulesPage } from "../schema";
import { ScheduleLists, useScheduleList } from "./schedule-lists";

type SchedulesBrowserProps = {
  /** The filter in the query string. */
  asked: TestFilter;
  /** The classes to choose from: those of the institute, and the one in the query string. */
  offered: number[];
  /** The institute's date when the server drew the page. */
  today: string;
  /** The server's result; absent if the query failed. */
  found?: { upcoming: SchedulesPage; past: SchedulesPage; subjects: SubjectCounts; closed: ClosedSpan[] } | undefined;
};

/** The announced tests (spec §2). The server's HTML contains the first page. */
export function SchedulesBrowser({ asked, offered, today: drawnOn, found: drawn }: SchedulesBrowserProps) {
  const today = useToday(drawnOn);
  const found = today === drawnOn ? drawn : undefined;
  const read = (address: URLSearchParams) => ({
    className: String(classOf(address.get("className"), offered) ?? ""),
    subject: address.get("subject") ?? "",
  });
  const { filter, change, form } = usePageFilter({ asked, read, addressOf });
  const { className, subject } = filter;
  const inputs = listsFor(className, today, subject);
  const ofClass = className === asked.className ? found : undefined;
  const known = subject === asked.subject ? ofClass : undefined;
  const upcoming = useScheduleList(inputs.upcoming, known?.upcoming);
  const past = useScheduleList(inputs.past, known?.past);
  const subjects = api.schedules.subjects.useQuery(inputs.subjects, {
    placeholderData: keepPreviousData,
    initialData: ofClass?.subjects,
  });

  useScrollRestoration();
  const closed = api.closedDays.coming.useQuery(
    { from: today },
    { initialData: drawn?.closed, refetchOnWindowFocus: true },
  );

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-3 cards:flex cards:items-start cards:[&>:last-child]:-mt-px print:hidden">
        <search className="shrink-0">
          <form ref={form} method="get" className="grid gap-3 sm:w-52 noscript:sm:w-112 noscript:sm:grid-cols-2">
            {subject && <input type="hidden" name="subject" value={subject} />}
            <Select
              name="className"
              aria-label="Class"
              value={className}
              onChange={(event) => change({ ...filter, className: event.target.value })}
            >
              <option value="">{copy.allClasses}</option>
              <ClassOptions of={offered} />
            </Select>
            <noscript>
              <button type="submit" className={buttonStyle({ wide: true })}>
                {copy.show}
              </button>
            </noscript>
          </form>
        </search>
        <SubjectChips
          label={copy.subjects}
          all={copy.allSubjects}
          subjects={subjects.data ?? []}
          chosen={subject}
          asked={asked.subject}
          hrefOf={(next) => addressOf({ className, subject: next })}
          onChoose={(next) => change({ className, subject: next })}
        />
      </div>
      <ScheduleLists upcoming={upcoming} past={past} closed={closed.data} today={today} filter={filter} />
    </div>
  );
}

/** The institute's date, kept up to date in a tab that is open over midnight, and never before the server's date. */
function useToday(drawnOn: string): string {
  const [today, setToday] = useState(drawnOn);
  useEffect(() => {
    const look = () => setToday(dateHere(new Date()));
    if (isBackNavigation()) look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  // The device's clock may be slow.
  return today > drawnOn ? today : drawnOn;
}

function addressOf(filter: TestFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value));
  return `/show-schedule${query.size > 0 ? `?${query}` : ""}`;
}
