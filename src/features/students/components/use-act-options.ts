import { useRefresh } from "@/components/site/use-refresh";
import { api } from "@/trpc/client";

/** Options of an action on the enrolment shown. After an error, all is read again: the action may be done, or the enrolment changed. */
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
