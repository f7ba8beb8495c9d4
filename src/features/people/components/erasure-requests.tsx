import { clsx } from "clsx";
import { Link } from "@/components/ui/link";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";
import { copy } from "../messages";
import type { ErasureRequestView } from "../schema";

const dayOf = (at: Date) => shownDate(dateIn(institute.timeZone, at));

/** People who closed their login and thereby asked for erasure, oldest request first. */
export function ErasureRequests({ requests, now }: { requests: readonly ErasureRequestView[]; now: Date }) {
  return (
    <section aria-labelledby="requests" className="grid max-w-form grid-cols-1 gap-2">
      <h2 id="requests" className="text-base">
        {copy.requests}
      </h2>
      {requests.length === 0 ? (
        <p className="text-ink-soft text-sm">{copy.noRequests}</p>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line rounded-md border border-line bg-surface text-sm">
          {requests.map(({ _id, name, closedAt, dueAt }) => (
            <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3.25 py-2">
              <span className="min-w-0">
                <Link href={`/admin/privacy-requests?person=${_id}`} className="link wrap-anywhere font-semibold">
                  {name}
                </Link>{" "}
                <span className="text-ink-soft">{copy.closedOn(dayOf(closedAt))}</span>
              </span>
              <span className={clsx("text-xs", dueAt < now ? "text-danger" : "text-ink-soft")}>
                {dueAt < now ? copy.overdue(dayOf(dueAt)) : copy.dueOn(dayOf(dueAt))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
