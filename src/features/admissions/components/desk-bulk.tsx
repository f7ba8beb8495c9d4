"use client";

import { ArrowRightLeft, UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { BulkAct, BulkBar } from "@/components/table/bulk-bar";
import { BulkOutcome } from "@/components/table/bulk-outcome";
import type { Ticks } from "@/components/table/ticks";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { deskCopy as copy } from "../messages-desk";
import type { DeskRowView, MovedView } from "../schema-desk";
import { useDeskChanged } from "./use-desk-changed";

const MoveMany = lazy(() => import("./move-many").then((module) => ({ default: module.MoveMany })));

export function DeskBulk({ ticks }: { ticks: Ticks<DeskRowView> }) {
  const { rows } = ticks;
  const deskChanged = useDeskChanged();
  const [isMoving, setIsMoving] = useState(false);
  const [outcome, setOutcome] = useState<MovedView>();
  const assign = api.services.assign.useMutation({
    onSuccess({ changed }, { ids }) {
      toast.success(copy.taken(changed, ids.length));
      ticks.clear();
      deskChanged();
    },
    onError: (error) => toast.error(messageOf(error, copy.failedSave)),
  });

  function done(answer: MovedView) {
    setIsMoving(false);
    setOutcome(answer);
    ticks.clear();
    deskChanged();
  }

  return (
    <>
      <BulkOutcome
        done={outcome && copy.moved(outcome.done)}
        refused={outcome?.refused.map(({ _id: id, name, why }) => ({ id, name, why })) ?? []}
        isDropped={ticks.dropped}
      />
      {rows.length > 0 && (
        <BulkBar ids={rows.map(({ _id }) => _id)} more={undefined} onAll={() => {}} onClear={ticks.clear}>
          <BulkAct icon={<ArrowRightLeft aria-hidden />} onClick={() => setIsMoving(true)}>
            {copy.move}
          </BulkAct>
          <BulkAct
            icon={<UserPlus aria-hidden />}
            busy={assign.isPending}
            onClick={() => assign.isPending || assign.mutate({ ids: rows.map(({ _id }) => _id), to: "me" })}
          >
            {copy.takeOver}
          </BulkAct>
        </BulkBar>
      )}
      <Suspense>{isMoving && <MoveMany rows={rows} onClose={() => setIsMoving(false)} onDone={done} />}</Suspense>
    </>
  );
}
