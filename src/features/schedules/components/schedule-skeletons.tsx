import { Skeleton } from "@/components/ui/skeleton";
import { copy } from "../messages";

/** Skeletons for tests, in the shape of their rows and cards, with a status text. */
export function ScheduleSkeletons() {
  return (
    <div className="grid gap-6">
      <p role="status" className="text-ink-soft text-sm">
        {copy.loading}
      </p>
      <div className="grid gap-4">
        {[1, 2, 3].map((place) => (
          <div key={place} className="flex gap-x-3 sm:gap-x-6">
            <Skeleton className="h-16 w-12 shrink-0 sm:w-16" />
            <div className="grid grow content-start gap-2.5 border-line cards:rounded-lg cards:border cards:bg-surface py-1.5 cards:px-5 cards:py-3">
              <Skeleton className="h-6 w-2/5" />
              <Skeleton className="h-4 w-4/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
