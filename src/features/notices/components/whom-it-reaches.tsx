"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { LeavesLine } from "@/components/ui/leaves-line";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { type PeopleTyped, ReachFacts } from "./reach-facts";

/** The reach of an unsaved notice, in numbers that open their lists. */
export function WhomItReaches({ whom }: { whom: PeopleTyped | null }) {
  const isAsked = whom !== null && whom.audience.length > 0;
  const nobody = { audience: [], toStudents: true, toGuardians: true, mustConfirm: false, until: null };
  const asked = isAsked ? whom : nobody;
  const reach = api.notices.preview.useQuery(asked, {
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isPublic = asked.audience.some(({ kind }) => kind === "public");
  const isPeoples = asked.audience.some(({ kind }) => kind !== "public");
  const counts = reach.data;
  const sum = counts ? counts.students + counts.guardians + counts.staff : undefined;
  return (
    <Card as="section" aria-label={copy.reach} className="grid grid-cols-1 gap-3">
      <h2 className="text-lg">{copy.reach}</h2>
      {!isAsked && <p className="text-ink-soft text-sm">{copy.reachEmpty}</p>}
      {isAsked && isPublic && <p className="text-sm">{copy.publicReach}</p>}
      {isAsked && reach.isError && <Alert tone="error">{messageOf(reach.error, copy.reachFailed)}</Alert>}
      {isAsked && isPeoples && !reach.isError && !counts && <Skeleton className="h-24" />}
      {isAsked && isPeoples && !reach.isError && counts && (
        <div aria-live="polite" className={reach.isPlaceholderData ? "opacity-60" : undefined}>
          {sum === 0 ? (
            <p className="text-sm">{copy.nobodyMatches}</p>
          ) : (
            <div className="grid gap-3">
              <ReachFacts
                key={JSON.stringify(asked)}
                facts={copy.reachFacts(counts.isMailOn)}
                counts={counts}
                of={asked}
              />
              <LeavesLine leaves={counts.leaves} until={asked.until} />
            </div>
          )}
        </div>
      )}
    </Card>
  );
}
