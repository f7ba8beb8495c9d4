import { api } from "@/trpc/client";

/** Refreshes the lists of exams and the counts of their results after a release was made, undone or withdrawn. */
export function useReleaseChanged(): () => void {
  const { exams, reportCards, students } = api.useUtils();
  return () => {
    void exams.list.invalidate();
    void exams.events.invalidate();
    void reportCards.invalidate();
    void students.list.invalidate();
  };
}
