import { useRef } from "react";
import { useRefresh } from "@/components/site/use-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";
import { useReleaseChanged } from "./use-release-changed";

const copy = releaseScreens.process;

/** Takes back the release that made this version of the exam, even after the dialog that released it was closed. */
export function useTakeBack(id: string): (rowVersion: number) => void {
  const asked = useRef<number>(undefined);
  const refresh = useRefresh();
  const changed = useReleaseChanged();
  const { mutate } = api.exams.takeBack.useMutation({
    onSuccess: () => void toast.success(copy.takenBack),
    onError(error) {
      asked.current = undefined;
      toast.error(messageOf(error, copy.failed));
    },
    onSettled() {
      changed();
      void refresh();
    },
  });
  return (rowVersion) => {
    // The second click of a double click comes before the button is gone.
    if (asked.current === rowVersion) return;
    asked.current = rowVersion;
    mutate({ id, rowVersion });
  };
}
