import { ChevronRight, GraduationCap } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";
import type { OwnToday } from "../schema";

const row = "relative flex flex-wrap items-center gap-x-4 gap-y-1 py-4";

type OwnResultProps = {
  own: OwnToday;
  /** The text for a person without a class. */
  noClass: string;
  /** How to prove the identity while the results are hidden. */
  closed: { title: string; hint: string; how: string; href: string };
  /** The grade, with subject and exam. */
  arch: ReactNode;
  news: string;
  /** Marks and day. */
  facts: ReactNode;
};

/** The newest result of a student, or a placeholder before the first one. */
export function OwnResult({ own: { isHidden, hasClass, latest }, noClass, closed, arch, news, facts }: OwnResultProps) {
  if (isHidden || latest === null) {
    const hint = isHidden ? closed.hint : hasClass ? copy.firstHint : noClass;
    return (
      <li className={row}>
        <span
          aria-hidden
          className="grid h-24 w-20 shrink-0 place-items-center rounded-t-full rounded-b-md border border-line bg-accent-soft pt-3 text-accent"
        >
          <GraduationCap className="size-8" />
        </span>
        <div className="grid min-w-0 grow basis-20 gap-1">
          <h3 className="text-lg">{isHidden ? closed.title : copy.first}</h3>
          <p className="text-ink-soft text-sm">{hint}</p>
          {isHidden && (
            <Link href={closed.href} className="link inline-flex min-h-11 items-center">
              {closed.how}
            </Link>
          )}
        </div>
      </li>
    );
  }
  return (
    <li className={row}>
      {arch}
      <div className="grid min-w-0 grow basis-20 gap-0.5">
        <h3 className="wrap-anywhere text-base">
          <Link
            href="/user/results"
            className="rounded-sm font-semibold underline-offset-4 after:absolute after:inset-0 hover:text-accent hover:underline"
          >
            {news}
          </Link>
        </h3>
        <p className="figures text-ink-soft text-sm">{facts}</p>
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft rtl:rotate-180" />
    </li>
  );
}
