"use client";

import { CalendarPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { BulkAct, BulkBar } from "@/components/table/bulk-bar";
import { BulkOutcome } from "@/components/table/bulk-outcome";
import type { Ticks } from "@/components/table/ticks";
import { Dialog } from "@/components/ui/dialog";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeCopy as words } from "../messages-office";
import type { MaterialView } from "../schema";
import type { ManyMaterials } from "../schema-office";
import { ExtendMaterials } from "./extend-materials";

type Outcome = { words: (done: number) => string; done: number; refused: { id: string; name: string; why: string }[] };

/** Maximum number per call. */
const mostAtOnce = 100;

/** Extends or deletes the selected materials, and shows the result for each. */
export function ChosenMaterials({ ticks }: { ticks: Ticks<MaterialView> }) {
  const [asks, setAsks] = useState<"extend" | "remove">();
  const { materials } = api.useUtils();
  const remove = api.materials.removeMany.useMutation();
  const extend = api.materials.extendMany.useMutation();
  const [outcome, setOutcome] = useState<Outcome>();
  const { rows } = ticks;

  /** Materials of completed calls are done and no longer selected. */
  async function doAll(said: Outcome["words"], act: (ids: string[]) => Promise<ManyMaterials>) {
    const settled: Outcome = { words: said, done: 0, refused: [] };
    try {
      for (let start = 0; start < rows.length; start += mostAtOnce) {
        const part = rows.slice(start, start + mostAtOnce);
        const { done, refused } = await act(part.map(({ _id }) => _id));
        settled.done += done.length;
        settled.refused.push(
          ...refused.map(({ id, why }) => ({
            id,
            why: words.why[why],
            name: part.find(({ _id }) => _id === id)?.materialName ?? "",
          })),
        );
        ticks.set(rows.slice(0, start + mostAtOnce), false);
      }
      setAsks(undefined);
    } finally {
      setOutcome(settled);
      await materials.invalidate();
    }
  }

  // The dialog stays open and lists the failures.
  const confirm = useSingleFlight<void>({
    mutateAsync: () => doAll(words.removed, (ids) => remove.mutateAsync({ ids })),
  });

  return (
    <>
      {rows.length > 0 && (
        <BulkBar ticks={ticks}>
          <BulkAct icon={<CalendarPlus aria-hidden />} onClick={() => setAsks("extend")}>
            {words.extend}
          </BulkAct>
          <BulkAct icon={<Trash2 aria-hidden />} onClick={() => setAsks("remove")}>
            {words.remove}
          </BulkAct>
        </BulkBar>
      )}
      <BulkOutcome
        done={outcome && (outcome.done > 0 || outcome.refused.length > 0) ? outcome.words(outcome.done) : undefined}
        refused={outcome?.refused ?? []}
        isDropped={ticks.dropped}
      />
      {asks === "extend" && (
        <ExtendMaterials
          count={rows.length}
          extend={(expiresAt) => doAll(words.extended, (ids) => extend.mutateAsync({ ids, expiresAt }))}
          onClose={() => setAsks(undefined)}
        />
      )}
      <Dialog
        open={asks === "remove"}
        onOpenChange={(open) => setAsks(open ? "remove" : undefined)}
        title={words.removeMany(rows.length)}
        description={words.removeWhat}
        confirmLabel={words.remove}
        onConfirm={confirm}
        busy={remove.isPending}
        error={remove.isError ? messageOf(remove.error, words.removeFailed) : undefined}
      />
    </>
  );
}
