"use client";

import { type ReactNode, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { codeOf, messageOf } from "@/trpc/failure";
import { useSingleFlight } from "./use-single-flight";

type Leaving = {
  /** Reads the lists again that showed it. */
  refresh: () => Promise<unknown>;
  removed: string;
  onClose: () => void;
};

/** For the mutation that removes a thing: the dialog leaves once the thing is gone from the lists, too. */
export function removalOptions({ refresh, removed, onClose }: Leaving) {
  async function leave(message: string) {
    await refresh();
    toast.success(message);
    onClose();
  }
  return {
    onSuccess: () => leave(removed),
    async onError(error: unknown) {
      // Somebody else was faster.
      if (codeOf(error) === "NOT_FOUND") await leave(messageOf(error, removed));
    },
  };
}

type RemoveDialogProps<Thing> = {
  /** The thing in question; none closes the dialog. */
  thing: Thing | undefined;
  onClose: () => void;
  removal: {
    isPending: boolean;
    isError: boolean;
    mutateAsync: (input: { id: string }) => Promise<unknown>;
    reset: () => void;
    variables: { id: string } | undefined;
  };
  /** What the thing is called, as the question's first words. */
  nameOf: (thing: Thing) => string;
  /** What follows the name: what happens to the thing. */
  children: ReactNode;
  question: string;
  failed: string;
};

/** Asks, and then removes a thing. Stays open, saying so, when that fails. */
export function RemoveDialog<Thing extends { _id: string }>(props: RemoveDialogProps<Thing>) {
  const { thing, onClose, removal, nameOf, children, question, failed } = props;
  const [shown, setShown] = useState(thing);
  // The name stays while the dialog takes its leave.
  if (thing && thing !== shown) setShown(thing);
  const start = useSingleFlight(removal);

  function close() {
    removal.reset();
    onClose();
  }

  return (
    <Dialog
      open={thing !== undefined}
      onOpenChange={(next) => !next && close()}
      title={question}
      description={
        <>
          <strong className="break-words">{shown && nameOf(shown)}</strong> {children}
        </>
      }
      confirmLabel="Delete"
      busy={removal.isPending}
      busyText="Deleting..."
      error={removal.isError && removal.variables?.id === thing?._id ? failed : undefined}
      onConfirm={() => thing && start({ id: thing._id })}
    />
  );
}
