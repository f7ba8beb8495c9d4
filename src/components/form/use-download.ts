import { useMutation } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import type { ErrorCode } from "@/lib/errors";
import { saveBytes } from "@/lib/save-file";
import { messageOf } from "@/trpc/failure";
import { useSingleFlight } from "./use-single-flight";

type File = { name: string; type: string; base64: string };
type Told = { done?: string; failed: string; expected?: ErrorCode[]; onFailed?: () => void };

/** Fetches a file and downloads it, one at a time, or shows the error. */
export function useDownload<Asked = void>(read: (asked: Asked) => Promise<File>, told: Told) {
  const { done, failed, expected = [], onFailed } = told;
  const file = useMutation({
    mutationFn: (fetched: () => Promise<File>) => fetched(),
    meta: { expected },
    onSuccess({ name, type, base64 }) {
      saveBytes(name, type, base64);
      if (done !== undefined) toast.success(done);
    },
    onError(error) {
      toast.error(messageOf(error, failed));
      onFailed?.();
    },
  });
  const start = useSingleFlight(file);
  return { save: (asked: Asked) => start(() => read(asked)), isSaving: file.isPending };
}
