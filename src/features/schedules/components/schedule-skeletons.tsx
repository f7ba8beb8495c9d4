import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { copy } from "../messages";

/** Skeletons for tests, with a status text. */
export function ScheduleSkeletons() {
  return (
    <div className="grid gap-6">
      <p role="status" className="text-ink-soft text-sm">
        {copy.loading}
      </p>
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3].map((place) => (
          <Card key={place} className="grid gap-5">
            <Skeleton className="h-7 w-20" />
            <Skeleton className="h-7 w-3/5" />
            <div className="grid gap-2.5 border-line border-t pt-5">
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-4 w-2/5" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
