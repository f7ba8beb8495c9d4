"use client";

import { Download } from "lucide-react";
import { useDownload } from "@/components/form/use-download";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";

/** The rejected rows as a file to correct; renders nothing if there are none. */
export function ImportRefused({ id, count }: { id: string; count: number }) {
  const { client } = api.useUtils();
  const { save, isSaving } = useDownload(() => client.imports.refused.mutate({ id }), {
    done: copy.downloaded,
    failed: copy.failedSave,
  });
  if (count === 0) return null;
  return (
    <Button variant="secondary" busy={isSaving} busyText={copy.downloading} onClick={() => save()}>
      <Download aria-hidden className="size-5" />
      {copy.download(count)}
    </Button>
  );
}
