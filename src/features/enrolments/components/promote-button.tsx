"use client";

import { useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { PromotionView } from "../schema-promotion";

type PromoteButtonProps = {
  input: { fromYear: string; toYear: string; className: number; stay: string[]; leave: string[] };
  preview: Pick<PromotionView, "counts" | "digest">;
  /** The preview is being reloaded. */
  settling: boolean;
};

export function PromoteButton({ input, preview: { counts, digest }, settling }: PromoteButtonProps) {
  const { up, stays, leaves, refused } = counts;
  const [isAsking, setIsAsking] = useState(false);
  const [numberByName, setNumberByName] = useState(true);
  const { enrolments, students } = api.useUtils();
  const count = up + stays + leaves;
  const promotion = api.enrolments.promote.useMutation({
    // Reloads the students, who may have changed.
    onError: () => void enrolments.previewPromotion.invalidate(),
    async onSuccess() {
      await Promise.all([enrolments.invalidate(), students.list.invalidate()]);
      setIsAsking(false);
      toast.success(copy.promoted(count));
    },
  });
  return (
    <div className="grid justify-items-start gap-2">
      <Checkbox
        label={copy.numberByName}
        hint={copy.numberHint}
        checked={numberByName}
        onChange={({ target }) => setNumberByName(target.checked)}
      />
      <Button disabled={count === 0 || settling} onClick={() => setIsAsking(true)}>
        {copy.promote(count)}
      </Button>
      <AskDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={copy.question(count)}
        description={
          <>
            <ul className="mb-2 list-disc ps-5">
              {copy.facts(up, stays, leaves, refused).map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
            <p>{copy.undoable}</p>
          </>
        }
        confirmLabel={copy.promote(count)}
        confirmVariant="primary"
        busyText={copy.promoting}
        of={promotion}
        input={{ ...input, numberByName, digest }}
        failed={messageOf(promotion.error, copy.failedSave)}
      />
    </div>
  );
}
