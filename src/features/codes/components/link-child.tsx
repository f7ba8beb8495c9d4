"use client";

import { useRef } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { useRefresh } from "@/components/site/use-refresh";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { codeOf, faultsOf, messageOf, RefusedError } from "@/trpc/failure";
import { joinScreens as copy } from "../messages-screens";
import type { CodeOwnerView } from "../schema";
import { ConsentField } from "./consent-field";

type LinkChildProps = { code: string; owner: CodeOwnerView; label: string; onDone: (child: string) => void };

export function LinkChild({ code, owner, label, onDone }: LinkChildProps) {
  const refresh = useRefresh();
  const { guardians } = api.useUtils();
  const isLost = useRef(false);
  const link = api.codes.link.useMutation();

  /** The response to an earlier attempt may be lost: the code is then used up, and the child is added. */
  function refused(error: unknown): never {
    void guardians.invalidate();
    void refresh();
    if (codeOf(error) === undefined) isLost.current = true;
    throw isLost.current && faultsOf(error).code ? new RefusedError(copy.mayBeAdded) : error;
  }

  const { form, faults, failure, busy } = useServerForm({
    fields: ["consent"],
    send: ({ consent }) => link.mutateAsync({ code, ...(consent === "on" && { consent: true }) }).catch(refused),
    onDone: ({ firstName }) => onDone(firstName),
  });
  return (
    <form {...form} className="grid gap-4">
      <ConsentField names={owner.consentFor.filter((name) => name === owner.firstName)} fault={faults.consent} />
      {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
      <Button type="submit" size="large" wide busy={busy} busyText={copy.busy}>
        {label}
      </Button>
    </form>
  );
}
