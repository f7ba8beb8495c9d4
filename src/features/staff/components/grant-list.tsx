import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { copy } from "../messages";
import { grantDaysOf, wordsOf } from "../rules";
import type { GrantView } from "../schema";

type GrantListProps = { grants: readonly GrantView[]; isOwn: boolean; onEnd: (grant: GrantView) => void };

/** The grants of a person, ended ones last. */
export function GrantList({ grants, isOwn, onEnd }: GrantListProps) {
  return (
    <ul aria-label={copy.grants} className="rounded-md border border-line">
      {grants.map((grant) => (
        <li
          key={grant._id}
          className="flex min-h-11 items-center gap-3 border-line border-t py-1 ps-3.5 pe-1 first:border-t-0"
        >
          <div className="grid min-w-0 grow gap-0.5">
            <p className="wrap-anywhere font-semibold text-sm">{wordsOf(grant)}</p>
            <p className="figures text-ink-soft text-xs">{grantDaysOf(grant)}</p>
          </div>
          {grant.state === "over" ? (
            <span className="pe-2.5">
              <Badge tone="neutral">{copy.wasUntil}</Badge>
            </span>
          ) : (
            !isOwn && (
              <Button variant="quiet" aria-label={copy.endGrantOf(wordsOf(grant))} onClick={() => onEnd(grant)}>
                {copy.endGrant}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}
