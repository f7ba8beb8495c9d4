"use client";

import { type ReactNode, useState } from "react";
import { toast } from "@/components/ui/toast";
import { codeOf, messageOf } from "@/trpc/failure";
import { AskDialog, type Asked } from "./ask-dialog";

type Leaving = {
  /** Reloads the lists that showed it. */
  refresh: () => Promise<unknown>;
  removed: string;
  onClose: () => void;
};

/** Mutation options for a deletion: the dialog closes once the lists are reloaded. */
export function removalOptions({ refresh, removed, onClose }: Leaving) {
  async function leave(message: string) {
    await refresh();
    toast.success(message);
    onClose();
  }
  return {
    onSuccess: () => leave(removed),
    async onError(error: unknown) {
      // Somebody else deleted it first.
      if (codeOf(error) === "NOT_FOUND") await leave(messageOf(error, removed));
      // Somebody else changed it first.
      if (codeOf(error) === "CONFLICT") await refresh();
    },
  };
}

type RemoveDialogProps<Thing> = {
  /** The item to delete; undefined closes the dialog. */
  thing: Thing | undefined;
  onClose: () => void;
  removal: Asked<{ id: string }>["of"];
  /** The name of the item, at the start of the question. */
  nameOf: (thing: Thing) => string;
  /** The text after the name: what will happen. */
  children: ReactNode;
  question: string;
  failed: string;
};

/** Asks for confirmation and deletes an item. Stays open with the error if that fails. */
export function RemoveDialog<Thing extends { _id: string }>(props: RemoveDialogProps<Thing>) {
  const { thing, onClose, removal, nameOf, children, question, failed } = props;
  const [shown, setShown] = useState(thing);
  // Keep the name during the closing animation.
  if (thing && thing !== shown) setShown(thing);
  return (
    <AskDialog
      open={thing !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title={question}
      description={
        <>
          <strong className="break-words">{shown && nameOf(shown)}</strong> {children}
        </>
      }
      confirmLabel="Delete"
      busyText="Deleting..."
      of={removal}
      input={thing && { id: thing._id }}
      failed={failed}
    />
  );
}
