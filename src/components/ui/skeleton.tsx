import { clsx } from "clsx";

/** A grey placeholder for something that is loading; `className` gives its size. Announce "loading" once, around all of them. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx("animate-breathe rounded-sm bg-sunken", className)} />;
}

/** Grey placeholders for a page of which nothing is known yet. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading..." className="page grid gap-4 pt-10 pb-16 sm:pt-16">
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="mt-6 h-64" />
    </div>
  );
}

/** Grey placeholders for the rows of a list that is loading. `label` says which list. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}
