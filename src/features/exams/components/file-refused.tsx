"use client";

import { Download } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { saveBytes } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";

/** The rejected rows as a file to correct; renders nothing if there are none. */
export function FileRefused({ fileId, count }: { fileId: string; count: number }) {
  const refused = api.exams.refusedOfFile.useMutation({
    onSuccess({ name, type, base64 }) {
      saveBytes(name, type, base64);
      toast.success(copy.downloaded);
    },
    onError: (error) => void toast.error(messageOf(error, copy.failed)),
  });
  const download = useSingleFlight(refused);
  if (count === 0) return null;
  return (
    <Button
      variant="secondary"
      busy={refused.isPending}
      busyText={copy.downloading}
      onClick={() => download({ fileId })}
    >
      <Download aria-hidden className="size-5" />
      {copy.download(count)}
    </Button>
  );
}
