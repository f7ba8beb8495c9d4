import { Card } from "@/components/ui/card";
import { copy } from "../messages";

/** How to restore a backup. */
export function RestoreSteps() {
  return (
    <Card as="section" aria-labelledby="restore-steps" className="grid gap-3">
      <h2 id="restore-steps" className="text-base">
        {copy.restore}
      </h2>
      <p className="text-sm">{copy.restoreLead}</p>
      <details className="text-sm">
        <summary className="link w-fit cursor-pointer rounded-sm">{copy.restoreFor}</summary>
        <ol className="grid gap-3 pt-3">
          {copy.restoreSteps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span aria-hidden className="figures font-bold text-accent">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </details>
    </Card>
  );
}
