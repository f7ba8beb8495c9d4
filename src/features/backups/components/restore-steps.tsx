import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { NumberedSteps } from "@/components/ui/numbered-steps";
import { copy } from "../messages";

/** How to restore a backup. */
export function RestoreSteps() {
  return (
    <Card as="section" padding="none" aria-labelledby="restore-steps" className="grid grid-cols-1 gap-3 p-4">
      <h2 id="restore-steps" className="text-base">
        {copy.restore}
      </h2>
      <p className="text-sm">{copy.restoreLead}</p>
      <Fold summary={copy.restoreFor} className="text-sm">
        <div className="pt-2">
          <NumberedSteps steps={copy.restoreSteps} />
        </div>
      </Fold>
    </Card>
  );
}
