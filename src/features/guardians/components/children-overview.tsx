"use client";

import { clsx } from "clsx";
import { Users } from "lucide-react";
import { useId } from "react";
import { Card } from "@/components/ui/card";
import { ChangeNote } from "@/components/ui/change-note";
import { Time } from "@/components/ui/clock";
import { DaysLeft } from "@/components/ui/days-left";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import type { Role } from "@/lib/principal";
import { shortDay } from "@/lib/short-days";
import { api } from "@/trpc/client";
import { childScreens as copy } from "../messages-children";
import { newsOf, placeOf, waysTo } from "../rules";
import type { ChildOverview } from "../schema";
import { ResultArch } from "./result-arch";

type OverviewProps = {
  found: ChildOverview[];
  /** The institute's date. */
  today: string;
  /** The area of the linked pages. */
  pages: Role;
};

export function ChildrenOverview({ found, today, pages }: OverviewProps) {
  const { data: children } = api.guardians.overview.useQuery(undefined, {
    initialData: found,
    refetchOnWindowFocus: true,
  });
  if (children.length === 0) return <EmptyState icon={<Users />} title={copy.noneTitle} hint={copy.noneHint} />;
  return (
    <ul className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      {children.map((child) => (
        <ChildCard key={child._id} child={child} today={today} pages={pages} />
      ))}
    </ul>
  );
}

type CardProps = { child: ChildOverview; today: string; pages: Role };

function ChildCard({ child, today, pages }: CardProps) {
  const { name, rollNo, latest, unread, seesResults } = child;
  const id = useId();
  return (
    <Card as="li" aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-4 sm:gap-5">
        <ResultArch latest={latest} isNew={unread > 0} />
        <div className="grid min-w-0 grow basis-32 grid-cols-1 content-center gap-1">
          <h2 id={id} className="wrap-anywhere text-xl">
            {name}
          </h2>
          <p className="text-ink-soft text-sm">
            {[placeOf(child), ...(rollNo ? [copy.rollNo(rollNo)] : [])].join(", ")}
          </p>
          <p className={unread > 0 ? "font-semibold text-accent" : "text-ink-soft"}>
            {seesResults ? newsOf(child) : copy.closed(name)}
          </p>
        </div>
      </div>
      <Tests child={child} today={today} />
      <p className="mt-auto flex flex-wrap gap-x-6 gap-y-1 border-line border-t pt-3">
        {waysTo(child, pages).map(({ label, href }) => (
          <Link
            key={label}
            href={href}
            aria-label={`${label}, ${name}`}
            className="link inline-flex min-h-11 items-center rounded-sm office:min-h-8 office:text-sm"
          >
            {label}
          </Link>
        ))}
      </p>
    </Card>
  );
}

const struck = "text-ink-soft line-through";

function Tests({ child: { tests, follows }, today }: Pick<CardProps, "child" | "today">) {
  if (follows === null) return null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold text-base">{copy.nextTests}</h3>
      {tests.length === 0 ? (
        <p className="text-ink-soft text-sm">{copy.noTest}</p>
      ) : (
        <ul className="grid gap-1.5">
          {tests.map(({ _id, subject, className, testDate, testTime, state, note, distance }) => (
            <li key={_id} className="grid gap-1">
              <div
                className={clsx("flex items-baseline justify-between gap-4 text-sm", state === "cancelled" && struck)}
              >
                <p className="grid min-w-0">
                  <span dir="auto" className="wrap-anywhere font-semibold">
                    {subject}
                  </span>
                  <span className="figures text-ink-soft">
                    {className !== null && `${className} · `}
                    <time dateTime={testDate} className="whitespace-nowrap">
                      {shortDay(testDate, today)}
                    </time>
                    , <Time at={testTime} />
                  </span>
                </p>
                {distance !== null && (
                  <DaysLeft day={testDate} today={today}>
                    {distance}
                  </DaysLeft>
                )}
              </div>
              {note !== null && <ChangeNote cancelled={state === "cancelled"}>{note}</ChangeNote>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
