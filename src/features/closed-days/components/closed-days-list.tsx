"use client";

import { CalendarDays, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { lazily } from "@/components/ui/lazily";
import { ListFrame } from "@/components/ui/list-frame";
import { dateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { listFor, shownDays } from "../rules";
import { type ClosedDayView, countDays } from "../schema";

const RemoveClosedDays = lazily(() => import("./remove-closed-days").then((module) => module.RemoveClosedDays));

/** The current and coming closed days, or the past ones. */
export function ClosedDaysList({ time }: { time: "upcoming" | "past" }) {
  const [doomed, setDoomed] = useState<ClosedDayView>();
  const [today] = useState(() => dateHere(new Date()));
  const list = api.closedDays.list.useInfiniteQuery(listFor(time, today), {
    getNextPageParam: (page) => page.nextCursor,
  });
  const days = list.data?.pages.flatMap((page) => page.items);
  const empty =
    time === "past" ? (
      <p className="text-ink-soft text-sm">{copy.noPast}</p>
    ) : (
      <EmptyState icon={<CalendarDays />} title={copy.empty} hint={copy.emptyHint} />
    );

  return (
    <ListFrame list={list} count={days?.length} loading={copy.loading} failed={copy.loadFailed} empty={empty}>
      <ul aria-label={copy[time]} className="rounded-md border border-line bg-surface">
        {days?.map((one) => (
          <ClosedDaysRow key={one._id} days={one} onRemove={() => setDoomed(one)} />
        ))}
      </ul>
      {doomed && <RemoveClosedDays days={doomed} onClose={() => setDoomed(undefined)} />}
    </ListFrame>
  );
}

function ClosedDaysRow({ days, onRemove }: { days: ClosedDayView; onRemove: () => void }) {
  const shown = shownDays(days);
  const count = countDays(days);
  return (
    <li className="flex items-center gap-3 border-line border-t ps-4 pe-2 first:border-t-0">
      <div className="grid min-w-0 grow grid-cols-1 gap-x-4 py-2 sm:grid-cols-5 sm:items-center sm:*:first:col-span-2 sm:*:last:col-span-3">
        <div className="flex items-center gap-2.5">
          <p className="wrap-anywhere font-semibold text-sm">{days.name}</p>
          {days.kind === "half" && (
            <span className="shrink-0">
              <Badge tone="neutral">{copy.kinds.half}</Badge>
            </span>
          )}
        </div>
        <p className="figures text-ink-soft text-sm">
          {shown} {count > 1 && <span className="whitespace-nowrap">{copy.length(count)}</span>}
        </p>
      </div>
      <Button variant="quiet" aria-label={`${copy.remove} ${days.name}, ${shown}`} onClick={onRemove}>
        <Trash2 aria-hidden className="size-4.5 text-ink-soft" />
      </Button>
    </li>
  );
}
