"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { toast } from "@/components/ui/toast";
import type { DownloadView } from "@/lib/fields";
import { saveBytes } from "@/lib/save-file";
import { messageOf } from "@/trpc/failure";
import { useSingleFlight } from "./use-single-flight";

type Told = { done?: string; failed: string; onFailed?: () => void };

/** Fetches a file and downloads it, one at a time, or shows the error until the next attempt. */
export function useDownload<Asked = void>(read: (asked: Asked) => Promise<DownloadView>, told: Told) {
  const { done, failed, onFailed } = told;
  const id = useId();
  const attempts = useRef(0);
  // An id for each attempt: a screen reader reads only new toasts.
  const failure = () => `${id}${attempts.current}`;
  const download = useMutation({
    // The file must not be the result of the mutation, which would stay in memory.
    async mutationFn(readFile: () => Promise<DownloadView>) {
      const { name, type, base64 } = await readFile();
      saveBytes(name, type, base64);
    },
    onMutate() {
      toast.dismiss(failure());
      attempts.current += 1;
    },
    onSuccess() {
      if (done !== undefined) toast.success(done);
    },
    onError(error) {
      toast.error(messageOf(error, failed), { id: failure() });
      onFailed?.();
    },
  });
  const start = useSingleFlight(download);
  return { save: (asked: Asked) => start(() => read(asked)), isSaving: download.isPending };
}
