"use client";

import { ChevronDown, Eye } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { readersScreen as copy } from "../messages-readers";

const Readers = lazy(() => import("./readers").then((module) => ({ default: module.Readers })));

/** Everybody who may read a student's results, loaded on demand. @param child the student; by default the caller */
export function WhoCanSee({ child }: { child?: { _id: string; name: string } }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group rounded-lg border border-line bg-surface print:hidden"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-lg px-5 py-3 font-semibold [&::-webkit-details-marker]:hidden">
        <Eye aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span className="wrap-anywhere min-w-0 grow">
          {child ? copy.readersOfChild(child.name) : copy.readersTitle}
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="px-5 pb-4">
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-24" />}>
            <Readers childId={child?._id} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
