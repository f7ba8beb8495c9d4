"use client";

import { X } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import type { MailView } from "../schema";
import { mailCopy } from "./mail-messages";

export function DropMail({ mail: { _id: id, kind, recipient } }: { mail: MailView }) {
  const cache = api.useUtils();
  const drop = api.records.dropMails.useMutation({
    async onSuccess({ count }) {
      if (count > 0) toast.success(mailCopy.dropped(count));
      await cache.records.invalidate();
    },
    onError: () => toast.error(mailCopy.dropFailed),
  });
  const start = useSingleFlight(drop);
  return (
    <Button
      variant="quiet"
      size="small"
      title={mailCopy.drop}
      aria-label={`${mailCopy.drop}: ${kind}, ${recipient}`}
      busy={drop.isPending}
      onClick={() => start({ id })}
    >
      {!drop.isPending && <X aria-hidden className="size-4 max-md:hidden xl:hidden" />}
      <span className="md:hidden xl:inline">{mailCopy.drop}</span>
    </Button>
  );
}
