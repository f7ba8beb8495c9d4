import { shownPercentage } from "@/lib/grades";
import { childScreens as copy } from "../messages-children";
import type { ChildOverview } from "../schema";

/** The latest grade in the arch of the logo; an unread one is only shown on the results page, which marks it as read. */
export function ResultArch({ latest, isNew }: Pick<ChildOverview, "latest"> & { isNew: boolean }) {
  return (
    <p className="grid h-24 w-20 shrink-0 content-center justify-items-center rounded-t-full rounded-b-md border border-line bg-accent-soft pt-4">
      {isNew ? (
        <span className="font-bold text-accent text-xl">{copy.isNew}</span>
      ) : latest ? (
        <>
          <span className="font-bold text-2xl leading-tight">
            <span className="sr-only">Grade </span>
            {latest.grade}
          </span>
          <span className="figures font-semibold text-xs">{shownPercentage(latest.percentage)}</span>
        </>
      ) : (
        <span aria-hidden className="font-bold text-2xl">
          –
        </span>
      )}
    </p>
  );
}
