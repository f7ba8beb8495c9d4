import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Skeletons for six cards (spec §9). */
export function MaterialSkeletons() {
  return (
    <div
      role="status"
      aria-label="Loading study materials"
      className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3"
    >
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Card key={place} className="grid grid-cols-1 gap-5">
          <Skeleton className="h-7 w-20" />
          <div className="grid grid-cols-1 gap-2.5">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-2/5" />
          </div>
          <Skeleton className="h-11" />
        </Card>
      ))}
    </div>
  );
}
