"use client";

import { clsx } from "clsx";
import { CircleCheck, CircleDashed, PencilLine } from "lucide-react";
import { useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { EditedView } from "../schema";

function lookOf(count: number, isPublished: boolean) {
  if (count > 0) return { Icon: PencilLine, tone: "text-warn", text: copy.hasDraft(count) };
  if (isPublished) return { Icon: CircleCheck, tone: "text-success", text: copy.noDraft };
  return { Icon: CircleDashed, tone: "text-ink-soft", text: copy.never };
}

/** Whether visitors see everything, and the buttons that decide on the draft. */
export function DraftState({ edited: { draft, base, changed, changes, published } }: { edited: EditedView }) {
  const { institute } = api.useUtils();
  const [asking, setAsking] = useState(false);
  const finish = (said: string) => (now: EditedView) => {
    institute.get.setData(undefined, now);
    setAsking(false);
    toast.success(said);
  };
  const publication = api.institute.publish.useMutation({ onSuccess: finish(copy.published) });
  const removal = api.institute.discard.useMutation({ onSuccess: finish(copy.discarded) });
  const publish = useSingleFlight(publication);
  // Not every change of a part can be put into words.
  const count = Math.max(changes.length, changed.length);
  const { Icon, tone, text } = lookOf(count, published !== null);
  return (
    <div className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 gap-2.5">
          <Icon aria-hidden className={clsx("mt-0.5 size-5 shrink-0", tone)} />
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
            <strong className="figures font-semibold text-base">{text}</strong>
            <span className="text-ink-soft">
              {published ? (
                <>
                  {copy.lastPublished} <Moment at={published.at} />
                  {published.by && ` ${copy.by(published.by)}`}
                </>
              ) : count > 0 ? (
                copy.notYet
              ) : (
                copy.neverHint
              )}
            </span>
          </p>
        </div>
        {count > 0 && (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-3 max-sm:w-full">
            <Button variant="quiet" onClick={() => setAsking(true)}>
              {copy.discard}
            </Button>
            <div className="max-sm:grow">
              <Button
                wide
                busy={publication.isPending}
                busyText={copy.publishing}
                onClick={() => draft !== null && publish({ seen: draft, base })}
              >
                {copy.publish(count)}
              </Button>
            </div>
          </div>
        )}
      </div>
      {publication.error && <Alert tone="error">{messageOf(publication.error, copy.failed)}</Alert>}
      <AskDialog
        open={asking}
        onOpenChange={setAsking}
        title={copy.discardQuestion}
        description={copy.discardHint}
        confirmLabel={copy.discard}
        busyText={copy.discarding}
        of={removal}
        input={draft === null ? undefined : { seen: draft, base }}
        failed={messageOf(removal.error, copy.failed)}
      />
    </div>
  );
}
