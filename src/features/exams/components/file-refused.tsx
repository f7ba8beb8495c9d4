"use client";

import { Download } from "lucide-react";
import { useDownload } from "@/components/form/use-download";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { fileScreens as copy } from "../messages-file";

/** The rejected rows as a file to correct; renders nothing if there are none. */
export function FileRefused({ fileId, count }: { fileId: string; count: number }) {
  const { client } = api.useUtils();
  const { save, isSaving } = useDownload(() => client.exams.refusedOfFile.mutate({ fileId }), {
    done: copy.downloaded,
    failed: copy.failed,
  });
  if (count === 0) return null;
  return (
    <Button variant="secondary" busy={isSaving} busyText={copy.downloading} onClick={() => save()}>
      <Download aria-hidden className="size-5" />
      {copy.download(count)}
    </Button>
  );
}
