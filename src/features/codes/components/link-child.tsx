"use client";

import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { joinScreens as copy } from "../messages-screens";

type LinkChildProps = { code: string; label: string; onDone: (child: string) => void };

/** Adds a child to the login that is open. */
export function LinkChild({ code, label, onDone }: LinkChildProps) {
  const link = api.codes.link.useMutation({
    meta: { expected: ["BAD_REQUEST", "CONFLICT", "TOO_MANY_REQUESTS"] },
    onSuccess: ({ firstName }) => onDone(firstName),
  });
  const send = useSingleFlight(link);
  return (
    <div className="grid gap-4 border-line border-b pb-5">
      <Button size="large" wide busy={link.isPending} busyText={copy.busy} onClick={() => send({ code })}>
        {label}
      </Button>
      {link.error && <Alert tone="error">{messageOf(link.error, copy.failed)}</Alert>}
      <p className="text-ink-soft text-sm">{copy.orNew}</p>
    </div>
  );
}
