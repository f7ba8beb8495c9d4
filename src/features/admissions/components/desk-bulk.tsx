"use client";

import { ArrowRightLeft, UserPlus } from "lucide-react";
import { useState } from "react";
import { BulkAct, BulkBar } from "@/components/table/bulk-bar";
import { BulkOutcome } from "@/components/table/bulk-outcome";
import type { Ticks } from "@/components/table/ticks";
import { lazily } from "@/components/ui/lazily";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { deskCopy as copy } from "../messages-desk";
import { sendInParts } from "../rules-desk";
import { type DeskRowView, type MovedView, mostMoved } from "../schema-desk";
import type { MovedInParts } from "./move-many";
import { useDeskChanged } from "./use-desk-changed";

const MoveMany = lazily(() => import("./move-many").then((module) => module.MoveMany));

export function DeskBulk({ ticks }: { ticks: Ticks<DeskRowView> }) {
  const { rows } = ticks;
  const deskChanged = useDeskChanged();
  const [isMoving, setIsMoving] = useState(false);
  const [outcome, setOutcome] = useState<Pick<MovedView, "refused"> & { done: string }>();
  const assign = api.services.assign.useMutation({
    onError: (error) => toast.error(messageOf(error, copy.failedSave)),
  });

  /** The rows that are left stay ticked. */
  function settle(left: readonly DeskRowView[]) {
    const settled = rows.filter((row) => !left.some(({ _id }) => _id === row._id));
    ticks.set(settled, false);
    deskChanged();
  }

  function done({ left, refused, ...answer }: MovedInParts) {
    setIsMoving(false);
    setOutcome({ done: copy.moved(answer.done), refused });
    settle(left);
  }

  async function takeOver() {
    const { answers, left } = await sendInParts(rows, mostMoved, (part) =>
      assign.mutateAsync({ ids: part.map(({ _id }) => _id), to: "me" }),
    );
    const changed = answers.reduce((sum, answer) => sum + answer.changed, 0);
    const refused = answers.flatMap((answer) => answer.refused);
    const taken = copy.taken(changed, rows.length - left.length - refused.length);
    setOutcome(refused.length > 0 ? { done: taken, refused } : undefined);
    if (refused.length === 0) toast.success(taken);
    settle(left);
  }

  return (
    <>
      <BulkOutcome
        done={outcome?.done}
        refused={outcome?.refused.map(({ _id: id, name, why }) => ({ id, name, why })) ?? []}
        isDropped={ticks.dropped}
      />
      {rows.length > 0 && (
        <BulkBar ticks={ticks}>
          <BulkAct icon={<ArrowRightLeft aria-hidden />} onClick={() => setIsMoving(true)}>
            {copy.move}
          </BulkAct>
          <BulkAct
            icon={<UserPlus aria-hidden />}
            busy={assign.isPending}
            // A failure is in a toast already.
            onClick={() => assign.isPending || takeOver().catch(() => {})}
          >
            {copy.takeOver}
          </BulkAct>
        </BulkBar>
      )}
      {isMoving && <MoveMany rows={rows} onClose={() => setIsMoving(false)} onDone={done} />}
    </>
  );
}
