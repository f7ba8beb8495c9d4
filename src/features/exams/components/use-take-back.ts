import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";
import { useReleaseChanged } from "./use-release-changed";

const copy = releaseScreens.process;

/** Takes a release back, also after the dialog that released is gone. */
export function useTakeBack(id: string): () => void {
  const router = useRouter();
  const changed = useReleaseChanged();
  const { mutate } = api.exams.takeBack.useMutation({
    meta: { expected: ["CONFLICT"] },
    onSuccess: () => void toast.success(copy.takenBack),
    onError: (error) => void toast.error(messageOf(error, copy.failed)),
    onSettled() {
      changed();
      router.refresh();
    },
  });
  return () => mutate({ id });
}
