import { useRefresh } from "@/components/site/use-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeScreens as copy } from "../messages-office";

/** Takes a version of a result back, even after its row is gone. `done` is the message on success. */
export function useTakeBack(): (id: string, done: string) => void {
  const refresh = useRefresh();
  const { students } = api.useUtils();
  const { mutateAsync } = api.results.takeBack.useMutation({
    onError: (error) => void toast.error(messageOf(error, copy.takeBackFailed)),
    onSettled() {
      void students.list.invalidate();
      void refresh();
    },
  });
  return (id, done) => {
    mutateAsync({ ids: [id] }).then(
      () => toast.success(done),
      () => {},
    );
  };
}
