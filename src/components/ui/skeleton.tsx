import { clsx } from "clsx";

/** A grey place for something on its way; `className` gives it its size. Say "loading" once, around all of them. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx("animate-breathe rounded-sm bg-sunken", className)} />;
}
