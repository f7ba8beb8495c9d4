"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { BatchView } from "../schema-promotion";

const titleOf = ({ counts }: BatchView) =>
  copy.pastTitle(
    [counts.class, counts.section].filter(Boolean).map(String).join(" "),
    String(counts.from),
    String(counts.to),
  );
const sumOf = ({ counts }: BatchView) => Number(counts.up) + Number(counts.stays) + Number(counts.leaves);

export function PastPromotions() {
  const [asked, setAsked] = useState<BatchView>();
  const [now] = useState(() => Date.now());
  const past = api.enrolments.promotions.useQuery();
  const { enrolments, students } = api.useUtils();
  const undoing = api.enrolments.undoPromotion.useMutation({
    async onSuccess() {
      await Promise.all([enrolments.invalidate(), students.list.invalidate()]);
      setAsked(undefined);
    },
  });
  const { data: undone } = undoing;

  return (
    <section aria-labelledby="promotions" className="grid grid-cols-1 gap-2">
      <h2 id="promotions" className="text-base">
        {copy.past}
      </h2>
      {undone && (
        <Alert tone={undone.rows.length > 0 ? "info" : "success"} title={copy.undone(undone.reversed)}>
          {undone.rows.length > 0 && (
            <>
              <p>{copy.keptRows}</p>
              <ul>
                {undone.rows.map(({ name, why }) => (
                  <li key={`${name} ${why}`}>{copy.refused(name, why)}</li>
                ))}
              </ul>
            </>
          )}
        </Alert>
      )}
      {past.data?.length === 0 && <p className="text-ink-soft text-sm">{copy.noPast}</p>}
      {past.data && past.data.length > 0 && (
        <ul className="grid grid-cols-1 divide-y divide-line rounded-md border border-line bg-surface text-sm">
          {past.data.map((batch) => (
            <li key={batch._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.25 py-1.5">
              <span className="grid min-w-0">
                <span className="font-semibold">{titleOf(batch)}</span>
                <span className="text-ink-soft text-xs">
                  {copy.promoted(sumOf(batch))} <Moment at={batch.createdAt} />
                  {batch.by && `, ${copy.by(batch.by)}`}
                </span>
              </span>
              {batch.undoneAt ? (
                <span className="text-ink-soft text-xs">
                  {copy.wasUndone} <Moment at={batch.undoneAt} />
                </span>
              ) : (
                batch.undoUntil.getTime() > now && (
                  <span className="flex items-center gap-3 text-ink-soft text-xs">
                    <span className="max-md:hidden">
                      {copy.until} <Moment at={batch.undoUntil} />
                    </span>
                    <Button variant="secondary" size="small" onClick={() => setAsked(batch)}>
                      <Undo2 aria-hidden className="size-4" />
                      {copy.undo}
                    </Button>
                  </span>
                )
              )}
            </li>
          ))}
        </ul>
      )}
      <AskDialog
        open={asked !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsked(undefined);
        }}
        title={asked ? copy.undoQuestion(titleOf(asked)) : ""}
        description={copy.undoHint}
        confirmLabel={copy.undo}
        confirmVariant="primary"
        busyText={copy.undoing}
        of={undoing}
        input={asked && { batchId: asked._id }}
        failed={messageOf(undoing.error, copy.failedSave)}
      />
    </section>
  );
}
