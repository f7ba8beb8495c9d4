import { Award, LifeBuoy, type LucideIcon, Medal, Star, ThumbsUp, TrendingUp, Trophy } from "lucide-react";
import type { Grade } from "@/lib/grades";

const icons: Record<Grade, LucideIcon> = {
  "A+": Trophy,
  A: Medal,
  "B+": Award,
  B: Star,
  C: ThumbsUp,
  D: TrendingUp,
  F: LifeBuoy,
};

/** A grade with its icon and label (spec §4), in the arch of the logo. */
export function GradeArch({ grade, label }: { grade: Grade; label: string }) {
  const Icon = icons[grade];
  return (
    <div className="grid w-32 shrink-0 justify-items-center rounded-t-full rounded-b-lg border border-line bg-accent-soft px-3 pt-7 pb-4 text-center sm:w-44 sm:px-4 sm:pt-9 sm:pb-6 print:w-36 print:border-line-strong print:px-2 print:pt-4 print:pb-3">
      <Icon aria-hidden strokeWidth={1.75} className="size-9 text-accent" />
      <p className="mt-1 font-bold text-4xl sm:mt-2 print:mt-0 print:text-3xl">
        <span className="sr-only">Grade </span>
        {grade}
      </p>
      <p className="mt-1 font-semibold text-sm print:text-xs">{label}</p>
    </div>
  );
}
