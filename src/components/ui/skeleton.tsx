import { clsx } from "clsx";

/** A grey place for something on its way; `className` gives it its size. Say "loading" once, around all of them. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx("animate-breathe rounded-sm bg-sunken", className)} />;
}

/** Grey places for the rows of a list on its way. `label` says which list. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}
