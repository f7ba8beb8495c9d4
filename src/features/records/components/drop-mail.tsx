"use client";

import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { nameOfKind } from "../rules";
import type { MailView } from "../schema";
import { mailCopy } from "./mail-copy";

/** Forgets a mail that a restore has held back. */
export function DropMail({ mail: { _id: id, kind, recipient } }: { mail: MailView }) {
  const cache = api.useUtils();
  const dropping = useOneAtATime();
  const drop = api.records.dropMails.useMutation({
    onSettled: dropping.end,
    async onSuccess({ count }) {
      if (count > 0) toast.success(mailCopy.dropped(count));
      await cache.records.invalidate();
    },
    onError(error) {
      console.error(error);
      toast.error(mailCopy.dropFailed);
    },
  });
  return (
    <Button
      variant="secondary"
      aria-label={`${mailCopy.drop}: ${nameOfKind(kind)}, ${recipient}`}
      busy={drop.isPending}
      busyText={mailCopy.dropping}
      onClick={() => dropping.begin() && drop.mutate({ id })}
    >
      {mailCopy.drop}
    </Button>
  );
}
