import { Skeleton } from "@/components/ui/skeleton";

/** Skeletons for six cards (spec §9), or for rows on a narrow screen. */
export function MaterialSkeletons() {
  return (
    <div
      role="status"
      aria-label="Loading study materials"
      className="cards:grid cards:grid-cols-2 cards:lg:grid-cols-3 cards:gap-5"
    >
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <div
          key={place}
          className="flex cards:flex-col items-center cards:items-stretch gap-x-2 cards:gap-5 cards:rounded-lg border-line not-first:border-t cards:border cards:bg-surface py-2 cards:p-5"
        >
          <div className="grid grow grid-cols-1 gap-1.5 cards:gap-5">
            <Skeleton className="h-4 cards:h-7 w-3/5 cards:w-20" />
            <Skeleton className="h-4 cards:h-7 w-2/5 cards:w-4/5" />
            <Skeleton className="h-4 cards:h-18 w-1/2" />
          </div>
          <Skeleton className="h-10 cards:h-11 w-21 cards:w-40 shrink-0" />
        </div>
      ))}
    </div>
  );
}
