"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { familyCopy as copy } from "../messages-family";
import type { FollowedView } from "../schema-family";

type FamilyMoveProps = {
  application: FollowedView;
  to: "accepted" | "withdrawn";
  onChanged: (found: FollowedView) => void;
  onRefused: (code: string | undefined) => void;
};

/** A step that the family takes itself, after a confirmation. */
export function FamilyMove({ application, to, onChanged, onRefused }: FamilyMoveProps) {
  const { reference, name, placeClass } = application;
  const [isAsked, setIsAsked] = useState(false);
  const isAccepting = to === "accepted";
  const options = {
    meta: { handlesSessionEnd: true },
    onSuccess(found: FollowedView) {
      setIsAsked(false);
      toast.success(isAccepting ? copy.accepted : copy.withdrawn);
      onChanged(found);
    },
    onError(error: unknown) {
      const code = codeOf(error);
      if (code !== "CONFLICT" && code !== "UNAUTHORIZED") return;
      setIsAsked(false);
      toast.error(messageOf(error, copy.failed));
      onRefused(code);
    },
  };
  const withdraw = api.services.withdraw.useMutation(options);
  const accept = api.services.acceptOffer.useMutation(options);
  const move = isAccepting ? accept : withdraw;
  const press = useSingleFlight<undefined>({ mutateAsync: () => move.mutateAsync({ reference }) });
  return (
    <>
      <Button variant={isAccepting ? "primary" : "quiet"} onClick={() => setIsAsked(true)}>
        {isAccepting ? copy.accept : copy.withdraw}
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={isAccepting ? copy.acceptQuestion : copy.withdrawQuestion}
        description={isAccepting ? copy.acceptHint(name, copy.className(placeClass)) : copy.withdrawHint(name)}
        confirmLabel={isAccepting ? copy.accept : copy.withdrawYes}
        confirmVariant={isAccepting ? "primary" : "danger"}
        cancelLabel={copy.keep}
        busy={move.isPending}
        busyText={copy.saving}
        error={move.error ? messageOf(move.error, copy.failed) : undefined}
        onConfirm={() => press(undefined)}
      />
    </>
  );
}
