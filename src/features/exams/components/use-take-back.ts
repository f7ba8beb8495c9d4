import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";

const copy = releaseScreens.process;

/** Takes a release back, also after the dialog that released is gone. */
export function useTakeBack(id: string): () => Promise<void> {
  const router = useRouter();
  const { client, exams } = api.useUtils();
  return async () => {
    try {
      await client.exams.takeBack.mutate({ id });
      toast.success(copy.takenBack);
    } catch (error) {
      toast.error(messageOf(error, copy.failed));
    }
    void exams.invalidate();
    router.refresh();
  };
}
