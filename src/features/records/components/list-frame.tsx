import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { PrintedPart } from "@/components/ui/printed-part";
import { ListSkeleton } from "@/components/ui/skeleton";
import { copy } from "../copy";

/** What a list that grows page by page says of itself, as its query has it. */
export type Growing = {
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  isFetchNextPageError: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

type ListFrameProps = {
  list: Growing;
  /** How many there are; undefined while nothing has come. */
  count: number | undefined;
  loading: string;
  failed: string;
  empty: ReactNode;
  children: ReactNode;
};

/** What stands around every list: on its way, failed, empty, and more of it. */
export function ListFrame({ list, count, loading, failed, empty, children }: ListFrameProps) {
  if (count === undefined) {
    return list.isError ? (
      <Alert
        tone="error"
        action={
          <Button variant="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
            {copy.tryAgain}
          </Button>
        }
      >
        {failed}
      </Alert>
    ) : (
      <ListSkeleton label={loading} />
    );
  }
  if (count === 0) return empty;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div aria-busy={list.isPlaceholderData || undefined} className="aria-busy:animate-breathe">
        {children}
      </div>
      {list.isFetchNextPageError && <Alert tone="error">{copy.moreFailed}</Alert>}
      {list.hasNextPage && <PrintedPart shown={count} />}
      {list.hasNextPage && (
        <div className="justify-self-center print:hidden">
          <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {copy.showMore}
          </Button>
        </div>
      )}
    </div>
  );
}
