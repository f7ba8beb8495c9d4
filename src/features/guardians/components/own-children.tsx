"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { familyLinks as copy, officeLinks } from "../messages-links";
import type { OwnLinkView } from "../schema-consents";

const dayOf = (at: Date) => shownDate(dateIn(institute.timeZone, at));

type Question = { kind: "leave" | "withdraw"; child: OwnLinkView };

/** The children of a guardian: consents are withdrawn and links ended here. */
export function OwnChildren() {
  const router = useRouter();
  const { guardians } = api.useUtils();
  const { data, error } = api.guardians.mine.useQuery();
  const [asked, setAsked] = useState<Question>();
  const options = (message: (child: string) => string) => ({
    meta: { expected: ["NOT_FOUND", "CONFLICT"] as ["NOT_FOUND", "CONFLICT"] },
    onSuccess(now: OwnLinkView[]) {
      toast.success(message(asked?.child.name ?? ""));
      setAsked(undefined);
      guardians.mine.setData(undefined, now);
      void guardians.invalidate();
      router.refresh();
    },
  });
  const leave = api.guardians.leave.useMutation(options(copy.left));
  const withdraw = api.guardians.withdrawOwn.useMutation(options(() => copy.withdrawn));
  const work = asked?.kind === "withdraw" ? withdraw : leave;
  const send = useSingleFlight<{ studentId: string }>(work);
  if (error) return <p className="text-danger text-sm">{messageOf(error, copy.loadFailed)}</p>;
  if (!data) return <Skeleton className="h-16" />;
  if (data.length === 0) return <p className="text-ink-soft">{copy.noChild}</p>;
  const name = asked?.child.name ?? "";
  const words =
    asked?.kind === "withdraw"
      ? { title: copy.withdrawQuestion(name), hint: copy.withdrawHint, yes: copy.withdraw }
      : { title: copy.leaveQuestion(name), hint: copy.leaveHint, yes: copy.leave };
  return (
    <>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {data.map((child) => (
          <li key={child._id} className="grid grid-cols-1 gap-1 py-3 first:pt-0">
            <span className="wrap-anywhere font-semibold">{child.name}</span>
            <span className="wrap-anywhere text-ink-soft text-sm">
              {copy.relation(child.relation, dayOf(child.since))}
            </span>
            {child.consentAt && <span className="text-ink-soft text-sm">{copy.consented(dayOf(child.consentAt))}</span>}
            <span className="-ms-3 flex flex-wrap">
              {child.consentAt && (
                <Button variant="quiet" onClick={() => setAsked({ kind: "withdraw", child })}>
                  {copy.withdraw}
                </Button>
              )}
              <Button variant="quiet" onClick={() => setAsked({ kind: "leave", child })}>
                {copy.leave}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Dialog
        open={asked !== undefined}
        onOpenChange={(next) => !next && setAsked(undefined)}
        title={words.title}
        description={words.hint}
        confirmLabel={words.yes}
        busy={work.isPending}
        busyText={copy.working}
        error={work.error ? messageOf(work.error, officeLinks.failed) : undefined}
        onConfirm={() => asked && send({ studentId: asked.child._id })}
      />
    </>
  );
}
