import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** The cards of the overview while they are loading, as high as their lines will be. */
export function OverviewLoading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-4 xl:flex-row xl:items-start">
      <Lines places={["a", "b", "c", "d", "e", "f"]} className="grow" />
      <Lines places={["a", "b", "c", "d"]} className="shrink-0 xl:w-90" />
    </div>
  );
}

function Lines({ places, className }: { places: readonly string[]; className: string }) {
  return (
    <Card padding="none" className={className}>
      <div className="flex h-13 items-center px-4">
        <Skeleton className="h-4 w-32" />
      </div>
      {places.map((place) => (
        <div key={place} className="flex h-14.5 items-center gap-3 border-line border-t px-4">
          <Skeleton className="size-8 shrink-0" />
          <div className="grid grow gap-1.5">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        </div>
      ))}
    </Card>
  );
}
