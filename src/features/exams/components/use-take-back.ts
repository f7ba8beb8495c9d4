import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";

const copy = releaseScreens.process;

/** Takes a release back, also after the dialog that released is gone. */
export function useTakeBack(id: string): () => void {
  const router = useRouter();
  const { exams } = api.useUtils();
  const { mutate } = api.exams.takeBack.useMutation({
    meta: { expected: ["CONFLICT"] },
    onSuccess: () => void toast.success(copy.takenBack),
    onError: (error) => void toast.error(messageOf(error, copy.failed)),
    onSettled() {
      void exams.invalidate();
      router.refresh();
    },
  });
  return () => mutate({ id });
}
