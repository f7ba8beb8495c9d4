import { buttonStyle } from "@/components/ui/button-style";
import { copy } from "../messages";
import type { Filter } from "./material-filter";

type MorePagesProps = {
  filter: Filter;
  /** The list that is shown begins with its first page. */
  hasFirst: boolean;
  /** Where the next page begins; nothing for the last one. */
  next: string | null | undefined;
};

/** The way through the list where there is no script: links that ask the server. */
export function MorePages({ filter, hasFirst, next }: MorePagesProps) {
  const addressOf = (cursor: string) => {
    const asked = Object.entries({ ...filter, cursor }).filter(([, value]) => value !== "");
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
            {copy.showMore}
          </a>
        )}
      </nav>
    </noscript>
  );
}
