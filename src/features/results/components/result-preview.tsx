import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { gradeFor, percentageOf, shownPercentage } from "@/lib/grades";
import { adding } from "../messages-add";
import { refusals } from "../messages-refusals";
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
        "-mt-2 flex min-h-9 flex-wrap items-center gap-x-3 rounded-md text-sm",
        isComplete && "bg-accent-soft px-3.5 py-1.5",
      )}
    >
      {!isComplete ? (
        <span className="text-ink-soft text-xs">{adding.previewEmpty}</span>
      ) : reached > total ? (
        <span className="flex gap-2 font-medium text-danger">
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {refusals.scoreAboveTotal}
        </span>
      ) : (
        <>
          <span className="figures font-semibold text-lg">{shownPercentage(percentageOf(reached, total))}</span>
          <span className="font-semibold text-accent">{remarkFor(reached, total)}</span>
          <span className="text-ink-soft text-xs">{adding.familySees(grade, label)}</span>
        </>
      )}
    </output>
  );
}
