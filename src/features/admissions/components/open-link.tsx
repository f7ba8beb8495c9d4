"use client";

import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { familyCopy as copy } from "../messages-family";
import { FamilySheet } from "./family-sheet";

type OpenLinkProps = { token: string; onOpened: () => Promise<void>; onRefused: (why: string) => void };

/**
 * Opens an application by an emailed link. It takes a click, because mail scanners follow links and would use up the token.
 */
export function OpenLink({ token, onOpened, onRefused }: OpenLinkProps) {
  const open = api.services.openFollowed.useMutation({
    onSuccess: onOpened,
    onError(error) {
      if (codeOf(error) === "BAD_REQUEST") onRefused(messageOf(error, copy.failed));
    },
  });
  const press = useSingleFlight(open);
  return (
    <FamilySheet title={copy.openTitle} lead={copy.openLead}>
      {open.isError && <Alert tone="error">{messageOf(open.error, copy.failed)}</Alert>}
      <Button
        size="large"
        wide
        busy={open.isPending || open.isSuccess}
        busyText={copy.opening}
        onClick={() => press({ token })}
      >
        {copy.open}
      </Button>
    </FamilySheet>
  );
}
