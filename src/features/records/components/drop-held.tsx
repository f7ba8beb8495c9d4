"use client";

import { useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import type { MailFilterInput } from "../schema";
import { mailCopy } from "./mail-messages";

type DropHeldProps = { count: number; filter: MailFilterInput; isOld: boolean };

export function DropHeld({ count, filter, isOld }: DropHeldProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cache = api.useUtils();
  const drop = api.records.dropMails.useMutation({
    async onSuccess({ count: dropped }) {
      setIsAsking(false);
      toast.success(mailCopy.dropped(dropped));
      await cache.records.invalidate();
    },
  });
  return (
    <>
      <Button variant="secondary" disabled={isOld} onClick={() => setIsAsking(true)}>
        {mailCopy.dropAll}
      </Button>
      <AskDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={mailCopy.dropAllQuestion}
        description={mailCopy.dropAllMeans(count)}
        confirmLabel={mailCopy.dropAll}
        busyText={mailCopy.dropping}
        of={drop}
        input={filter}
        failed={mailCopy.dropFailed}
      />
    </>
  );
}
