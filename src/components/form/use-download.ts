"use client";

import { useState } from "react";
import { toast } from "@/components/ui/toast";
import type { ErrorCode } from "@/lib/errors";
import { saveBytes } from "@/lib/save-file";
import { messageOf, reportFailure } from "@/trpc/failure";
import { useSingleFlight } from "./use-single-flight";

type File = { name: string; type: string; base64: string };
type Told = { done?: string; failed: string; expected?: ErrorCode[]; onFailed?: () => void };

/** Fetches a file and downloads it, one at a time, or shows the error. */
export function useDownload<Asked = void>(read: (asked: Asked) => Promise<File>, told: Told) {
  const { done, failed, expected = [], onFailed } = told;
  const [isSaving, setSaving] = useState(false);
  const save = useSingleFlight({
    async mutateAsync(asked: Asked) {
      setSaving(true);
      try {
        const { name, type, base64 } = await read(asked);
        saveBytes(name, type, base64);
        if (done !== undefined) toast.success(done);
      } catch (error) {
        reportFailure(error, { expected });
        toast.error(messageOf(error, failed));
        onFailed?.();
      } finally {
        setSaving(false);
      }
    },
  });
  return { save, isSaving };
}
