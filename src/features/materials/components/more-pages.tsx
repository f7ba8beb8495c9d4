import { buttonStyle } from "@/components/ui/button-style";
import { copy } from "../messages";
import type { Filter } from "./material-filter";

type MorePagesProps = {
  filter: Filter;
  /** The list already starts with its first page. */
  hasFirst: boolean;
  /** The cursor of the next page; undefined on the last one. */
  next: string | null | undefined;
  /** The words of the link to it. */
  more: string;
};

/** Pagination links for browsers without JavaScript. */
export function MorePages({ filter, hasFirst, next, more }: MorePagesProps) {
  const addressOf = (cursor: string) => {
    const asked = Object.entries({ ...filter, cursor }).filter(([, value]) => value);
    return `/study-materials?${new URLSearchParams(asked)}`;
  };
  const style = buttonStyle({ variant: "secondary" });
  return (
    <noscript>
      <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3">
        {!hasFirst && (
          <a href={addressOf("")} className={style}>
            {copy.backToFirst}
          </a>
        )}
        {next && (
          <a href={addressOf(next)} className={style}>
            {more}
          </a>
        )}
      </nav>
    </noscript>
  );
}
