"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { joinScreens as copy } from "../messages-screens";
import type { CodeOwnerView } from "../schema";
import { ConsentField } from "./consent-field";

type LinkChildProps = { code: string; owner: CodeOwnerView; label: string; onDone: (child: string) => void };

export function LinkChild({ code, owner, label, onDone }: LinkChildProps) {
  const link = api.codes.link.useMutation({ meta: { expected: ["BAD_REQUEST", "CONFLICT", "TOO_MANY_REQUESTS"] } });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["consent"],
    send: ({ consent }) => link.mutateAsync({ code, ...(consent === "on" && { consent: true }) }),
    onDone: ({ firstName }) => onDone(firstName),
  });
  return (
    <form {...form} className="grid gap-4">
      <ConsentField names={owner.consentFor} fault={faults.consent} />
      {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
      <Button type="submit" size="large" wide busy={busy} busyText={copy.busy}>
        {label}
      </Button>
    </form>
  );
}
