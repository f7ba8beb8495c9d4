import { api } from "@/trpc/client";
import type { SheetCalls } from "./sheet-store";

/** Timeout of a poll. In milliseconds. */
const longestPoll = 10_000;

/** The calls of a sheet of marks. Call `counted` after a change to the counts of its exam, such as a saved mark. */
export function useSheetCalls(id: string): SheetCalls & { counted: () => void } {
  const { client, exams } = api.useUtils();
  // The list is not shown beside a sheet: it is refetched when it is shown.
  const counted = () => void exams.list.invalidate();
  return {
    async save(cells, signal) {
      const saved = await client.exams.saveCells.mutate({ id, cells }, { signal });
      counted();
      return saved;
    },
    changes: (since) => client.exams.changesSince.query({ id, since }, { signal: AbortSignal.timeout(longestPoll) }),
    counted,
  };
}
