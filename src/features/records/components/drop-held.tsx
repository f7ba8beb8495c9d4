"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { mailCopy } from "./mail-copy";

/** Asks, and then forgets all mails that a restore has held back. */
export function DropHeld({ count }: { count: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const cache = api.useUtils();
  const dropping = useOneAtATime();
  const drop = api.records.dropMails.useMutation({
    onSettled: dropping.end,
    onError: (error) => console.error(error),
    async onSuccess({ count: dropped }) {
      setIsAsking(false);
      toast.success(mailCopy.dropped(dropped));
      await cache.records.invalidate();
    },
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {mailCopy.dropAll}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={(next) => {
          drop.reset();
          setIsAsking(next);
        }}
        title={mailCopy.dropAllQuestion}
        description={mailCopy.dropAllMeans(count)}
        confirmLabel={mailCopy.dropAll}
        busy={drop.isPending}
        busyText={mailCopy.dropping}
        error={drop.isError ? mailCopy.dropFailed : undefined}
        onConfirm={() => dropping.begin() && drop.mutate({})}
      />
    </>
  );
}
