import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Failed } from "./failed";
import { MoreButton } from "./more-button";
import { PrintedPart } from "./printed-part";
import { ListSkeleton } from "./skeleton";

/** The state of a list's query; a list without pages has no next page. */
type Listed = {
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  isFetchNextPageError?: boolean;
  isFetchingNextPage?: boolean;
  hasNextPage?: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage?: () => Promise<unknown>;
};

type ListFrameProps = {
  list: Listed;
  /** Number of items; undefined until the first response. */
  count: number | undefined;
  loading: string;
  /** Shown while the list loads; by default a skeleton of cards. */
  skeleton?: ReactNode;
  failed: string;
  empty: ReactNode;
  children: ReactNode;
};

/** The loading, error, empty and "more" states around a list. */
export function ListFrame({ list, count, loading, skeleton, failed, empty, children }: ListFrameProps) {
  if (count === undefined && !list.isError) return skeleton ?? <ListSkeleton label={loading} />;
  if (count === undefined) {
    return <Failed of={list}>{failed}</Failed>;
  }
  if (count === 0) return empty;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div aria-busy={list.isPlaceholderData || undefined} className="aria-busy:animate-breathe">
        {children}
      </div>
      {list.isFetchNextPageError && <Alert tone="error">The next ones could not be loaded.</Alert>}
      {list.hasNextPage && <PrintedPart shown={count} />}
      {list.hasNextPage && <MoreButton list={list} shown={count} />}
    </div>
  );
}
