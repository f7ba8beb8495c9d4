import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { gradeFor, percentageOf, shownPercentage } from "@/lib/grades";
import { copy } from "../messages";
import { adding } from "../messages-add";
import { remarkFor } from "../rules";

/** A live preview: percentage, remark (spec §5), and what the family will read. */
export function ResultPreview({ score, totalMarks }: { score: string; totalMarks: string }) {
  const [reached, total] = [Number(score), Number(totalMarks)];
  const isComplete = score !== "" && totalMarks !== "" && reached >= 0 && total >= 1;
  const { grade, label } = gradeFor(reached, total);
  return (
    <output
      aria-label={adding.preview}
      className={clsx(
        "flex min-h-18 flex-wrap items-center justify-between gap-x-6 rounded-md px-5 py-3",
        isComplete ? "bg-accent-soft" : "bg-sunken",
      )}
    >
      {!isComplete ? (
        <span className="text-ink-soft text-sm">{adding.previewEmpty}</span>
      ) : reached > total ? (
        <span className="flex gap-2 font-medium text-danger text-sm">
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {copy.scoreAboveTotal}
        </span>
      ) : (
        <>
          <span className="figures font-semibold text-2xl">{shownPercentage(percentageOf(reached, total))}</span>
          <span className="grid justify-items-end">
            <span className="font-semibold text-accent">{remarkFor(reached, total)}</span>
            <span className="text-ink-soft text-xs">{adding.familySees(grade, label)}</span>
          </span>
        </>
      )}
    </output>
  );
}
