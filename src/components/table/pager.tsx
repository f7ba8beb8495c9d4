"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { takeFocus } from "../ui/take-focus";
import { useAddress } from "./address";
import { ChoiceLink } from "./choice-link";

type PagerProps = { page: number; size: number; total: number };

const step =
  "figures grid min-h-9 min-w-9 place-items-center rounded-sm px-2 font-semibold text-sm hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent dense:min-h-7.5 dense:min-w-7.5";

/** The pages of a list. If a page has no rows any more, the last page replaces it. */
export function Pager({ page, size, total }: PagerProps) {
  const { go } = useAddress();
  const last = Math.max(1, Math.ceil(total / size));
  const isBeyond = page > last;
  const goTo = useEffectEvent((lastPage: number) => go({ page: lastPage === 1 ? "" : String(lastPage) }, "replace"));
  useEffect(() => {
    if (!isBeyond) return;
    // At the first load, Next follows the address only after the effects of the whole page.
    const timer = setTimeout(() => goTo(last));
    return () => clearTimeout(timer);
  }, [isBeyond, last]);
  if (isBeyond || total === 0) return null;
  const [from, to, all] = [(page - 1) * size + 1, Math.min(page * size, total), total].map((one) =>
    one.toLocaleString("en-IN"),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
      <p aria-live="polite" className="figures">
        {`${from} to ${to} of ${all}`}
      </p>
      {last > 1 && (
        <nav aria-label="Pages" tabIndex={-1}>
          <ul className="flex items-center gap-1 print:hidden">
            {page > 1 && (
              <li>
                <ChoiceLink
                  changes={{ page: String(page - 1) }}
                  {...(page === 2 && { onGo: focusPages })}
                  aria-label="Previous page"
                  className={step}
                >
                  <ChevronLeft aria-hidden className="size-4" />
                </ChoiceLink>
              </li>
            )}
            {pagesAround(page, last).map((one, index, all) => (
              <li key={one} className="flex items-center gap-1">
                {one - (all[index - 1] ?? one) > 1 && <span aria-hidden>…</span>}
                <ChoiceLink
                  changes={{ page: one === 1 ? "" : String(one) }}
                  aria-label={`Page ${one}`}
                  aria-current={one === page ? "page" : undefined}
                  className={step}
                >
                  {one}
                </ChoiceLink>
              </li>
            ))}
            {page < last && (
              <li>
                <ChoiceLink
                  changes={{ page: String(page + 1) }}
                  {...(page + 1 === last && { onGo: focusPages })}
                  aria-label="Next page"
                  className={step}
                >
                  <ChevronRight aria-hidden className="size-4" />
                </ChoiceLink>
              </li>
            )}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** On the first and the last page, the pressed arrow disappears. */
const focusPages = (arrow: HTMLElement) => takeFocus(arrow.closest("nav"));

/** The first page, the last one, and those beside the current one. */
function pagesAround(page: number, last: number): number[] {
  return [...new Set([1, page - 1, page, page + 1, last])].filter((one) => one >= 1 && one <= last);
}
