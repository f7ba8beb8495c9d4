"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { copy } from "../copy";
import type { MaterialView } from "../schema";

/** Asks, and then deletes a material. Stays open, saying so, when that fails. */
export function DeleteMaterial({ material, onClose }: { material: MaterialView; onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const cache = api.useUtils();
  const remove = api.materials.remove.useMutation({
    async onSuccess() {
      await Promise.all([cache.materials.list.invalidate(), cache.materials.classes.invalidate()]);
      toast.success(copy.removed);
      close();
    },
    onError: (error) => console.error(error),
  });

  // The dialog's farewell is shown before it goes.
  function close() {
    setOpen(false);
    setTimeout(onClose, 200);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Delete this material?"
      description={
        <>
          <strong className="break-words">{material.materialName}</strong> and its file will be gone for everyone. This
          cannot be undone.
        </>
      }
      confirmLabel="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      error={remove.isError ? copy.deleteFailed : undefined}
      onConfirm={() => remove.mutate({ id: material._id })}
    />
  );
}
