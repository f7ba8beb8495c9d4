import { type FileStep, FileSteps } from "@/components/form/file-steps";
import { screens as copy } from "../messages-screens";
import type { ImportView } from "../schema";

export function ImportSteps({ view, step }: { view: ImportView; step: FileStep }) {
  const notes = {
    file: copy.rows(view.rows),
    columns: step === "columns" ? "" : copy.found(view.columns.filter(Boolean).length),
    check: step === "check" ? copy.dryRun : "",
  };
  return <FileSteps label={copy.stepsLabel} names={copy.steps} notes={notes} step={step} />;
}
