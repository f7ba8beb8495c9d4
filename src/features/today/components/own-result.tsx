import { GraduationCap } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";
import type { OwnToday } from "../schema";

const wide =
  "font-semibold text-lg after:absolute after:inset-0 after:rounded-lg hover:text-accent hover:underline underline-offset-4";

type OwnResultProps = {
  own: OwnToday;
  /** The grade, with subject and exam. */
  arch: ReactNode;
  news: string;
};

/** The newest result of a student, or a placeholder before the first one. */
export function OwnResult({ own: { isHidden, hasClass, latest }, arch, news }: OwnResultProps) {
  if (isHidden || latest === null) {
    const hint = isHidden ? copy.hiddenHint : hasClass ? copy.firstHint : copy.firstHintNoClass;
    return (
      <Card className="relative flex items-center gap-5">
        <span
          aria-hidden
          className="grid h-24 w-20 shrink-0 place-items-center rounded-t-full rounded-b-md border border-line bg-accent-soft pt-3 text-accent"
        >
          <GraduationCap className="size-8" />
        </span>
        <div className="grid min-w-0 gap-1">
          <h2 className="text-lg">{isHidden ? copy.hidden : copy.first}</h2>
          <p className="text-ink-soft text-sm">{hint}</p>
          {isHidden && (
            <Link href="/user/results" className="link inline-flex min-h-11 items-center">
              {copy.toConfirm}
            </Link>
          )}
        </div>
      </Card>
    );
  }
  return (
    <Card className="relative flex items-center gap-5">
      {arch}
      <div className="grid min-w-0 gap-1">
        <h2 className="wrap-anywhere text-lg">
          <Link href="/user/results" className={wide}>
            {news}
          </Link>
        </h2>
      </div>
    </Card>
  );
}
