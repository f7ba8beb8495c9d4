import { api } from "@/trpc/client";

/** Refreshes what lists exams and counts their results, after a release or its end. */
export function useReleaseChanged(): () => void {
  const { exams, reportCards, students } = api.useUtils();
  return () => {
    void exams.list.invalidate();
    void exams.events.invalidate();
    void reportCards.invalidate();
    void students.list.invalidate();
  };
}
