import { Award, BookOpen, LifeBuoy, type LucideIcon, Medal, Star, ThumbsUp, TrendingUp, Trophy } from "lucide-react";
import type { Grade } from "../rules";

const icons: Record<Grade, LucideIcon> = {
  "A+": Trophy,
  A: Medal,
  "B+": Award,
  B: Star,
  C: ThumbsUp,
  D: TrendingUp,
  F: LifeBuoy,
};

/** A grade with its icon and its label (spec §4), in the doorway of the logo. */
export function GradeArch({ grade, label }: { grade: Grade; label: string }) {
  const Icon = icons[grade] ?? BookOpen;
  return (
    <div className="grid w-44 shrink-0 justify-items-center rounded-t-full rounded-b-lg border border-line bg-accent-soft px-4 pt-9 pb-6 text-center print:border-line-strong">
      <Icon aria-hidden strokeWidth={1.75} className="size-9 text-accent" />
      <p className="mt-2 font-bold text-4xl">
        <span className="sr-only">Grade </span>
        {grade}
      </p>
      <p className="mt-1 font-semibold text-sm">{label}</p>
    </div>
  );
}
