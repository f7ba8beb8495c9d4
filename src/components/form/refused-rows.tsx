"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { DownloadView } from "@/lib/fields";
import { useDownload } from "./use-download";

type RefusedRowsProps = {
  count: number;
  read: () => Promise<DownloadView>;
  words: { download: (count: number) => string; downloading: string; downloaded: string };
  failed: string;
};

/** Downloads the refused rows of a list as a file to correct; renders nothing if there are none. */
export function RefusedRows({ count, read, words, failed }: RefusedRowsProps) {
  const { save, isSaving } = useDownload(read, { done: words.downloaded, failed });
  if (count === 0) return null;
  return (
    <Button variant="secondary" busy={isSaving} busyText={words.downloading} onClick={() => save()}>
      <Download aria-hidden className="size-5" />
      {words.download(count)}
    </Button>
  );
}
