import { clsx } from "clsx";
import { CircleCheck } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { shownDateHere } from "@/content/institute";
import { copy } from "../messages";
import type { ErasureRequestView } from "../schema";

/** People who closed their login and thereby asked for erasure, oldest request first. */
export function ErasureRequests({ requests, now }: { requests: readonly ErasureRequestView[]; now: Date }) {
  if (requests.length === 0) {
    return (
      <p className="flex items-center gap-2.5 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        {copy.noRequests}
      </p>
    );
  }
  return (
    <Card as="section" padding="none" aria-labelledby="requests">
      <h2 id="requests" className="border-line border-b px-4 py-3 text-base">
        {copy.requests}
      </h2>
      <ul className="grid grid-cols-1 divide-y divide-line text-sm">
        {requests.map(({ _id, name, closedAt, dueAt }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
            <span className="min-w-0">
              <Link href={`/admin/privacy-requests?person=${_id}`} className="link wrap-anywhere font-semibold">
                {name}
              </Link>{" "}
              <span className="text-ink-soft">{copy.closedOn(shownDateHere(closedAt))}</span>
            </span>
            <span className={clsx("text-xs", dueAt < now ? "text-danger" : "text-ink-soft")}>
              {dueAt < now ? copy.overdue(shownDateHere(dueAt)) : copy.dueOn(shownDateHere(dueAt))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
