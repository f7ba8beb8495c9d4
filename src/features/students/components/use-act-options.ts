import { useRefresh } from "@/components/site/use-refresh";
import { api } from "@/trpc/client";

/** Options of an action that names the enrolment that was shown: without an answer it may be done, and a refusal knows a newer one. */
export function useActOptions() {
  const refresh = useRefresh();
  const { students } = api.useUtils();
  return {
    onError() {
      void students.list.invalidate();
      void refresh();
    },
  };
}
