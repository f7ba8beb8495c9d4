"use client";

import { useSyncExternalStore } from "react";
import { toTenths } from "@/lib/grades";
import { screens as copy } from "../messages-screens";
import type { Statistics } from "../rules-statistics";
import type { SheetStore } from "./sheet-store";

const rounded = (value: number) => String(toTenths(value));

type Summarized = Pick<SheetStore, "listen" | "summary">;

/** The statistics of a sheet, debounced while somebody types. */
export function useSummary(store: Summarized) {
  return useSyncExternalStore((listener) => store.listen("summary", listener), store.summary, store.summary);
}

/** Progress and statistics of the marks. The grades of a released exam are in its statistics. */
export function SheetFigures({ store, isReleased }: { store: Summarized; isReleased: boolean }) {
  const { students, entered, absent, excused, missing, statistics } = useSummary(store);
  const share = students === 0 ? 0 : ((students - missing) / students) * 100;
  const title = isReleased ? copy.marks : copy.soFar;
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3 rounded-md border border-line bg-surface p-3.5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <p className="figures text-ink-soft text-xs">
          {[copy.entered(entered, students), copy.counts(absent, excused)].filter(Boolean).join(", ")}
        </p>
      </div>
      <div aria-hidden className="h-1.5 rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
      </div>
      {!isReleased && <Bars of={statistics} />}
      {statistics && <Facts statistics={statistics} />}
    </section>
  );
}

function Facts({ statistics: { average, median, lowest, highest, distribution } }: { statistics: Statistics }) {
  const { figures, fromTo } = copy;
  const facts = [
    [figures.average, rounded(average)],
    [figures.median, rounded(median)],
    ...(distribution
      ? [
          [figures.middleHalf, fromTo(rounded(distribution.lowerQuartile), rounded(distribution.upperQuartile))],
          [figures.range, `${rounded(lowest)}, ${rounded(highest)}`],
          [figures.spread, rounded(distribution.spread)],
        ]
      : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-3 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-soft text-xs">{name}</dt>
          <dd className="figures font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const tallest = 72;

/** Students by grade, lowest first. */
function Bars({ of: statistics }: { of: Statistics | null }) {
  if (!statistics?.distribution) return <p className="text-ink-soft text-xs">{copy.tooFew}</p>;
  const { bands } = statistics.distribution;
  const most = Math.max(1, ...bands.map(({ count }) => count));
  return (
    <ul aria-label={copy.bars} className="grid grid-cols-7 items-end gap-1.5">
      {bands.map(({ grade, count }) => (
        <li key={grade} aria-label={`${grade}: ${count}`} className="grid justify-items-center gap-0.5">
          <span aria-hidden className="figures font-semibold text-xs">
            {count}
          </span>
          <span
            aria-hidden
            className="w-full rounded-t-sm border-accent border-b bg-accent"
            style={{ height: Math.round((count / most) * tallest) + 1 }}
          />
          <span aria-hidden className="text-ink-soft text-xs">
            {grade}
          </span>
        </li>
      ))}
    </ul>
  );
}
