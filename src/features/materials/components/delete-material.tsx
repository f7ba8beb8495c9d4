"use client";

import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { copy } from "../copy";
import type { MaterialView } from "../schema";

type DeleteMaterialProps = {
  /** The material in question; none closes the dialog. */
  material: MaterialView | undefined;
  onClose: () => void;
};

/** Asks, and then deletes a material. Stays open, saying so, when that fails. */
export function DeleteMaterial({ material, onClose }: DeleteMaterialProps) {
  const [shown, setShown] = useState(material);
  // The name stays while the dialog takes its leave.
  if (material && material !== shown) setShown(material);
  const cache = api.useUtils();
  const removing = useOneAtATime();
  const remove = api.materials.remove.useMutation({
    onSettled: removing.end,
    onSuccess: () => leave(copy.removed),
    async onError(error) {
      console.error(error);
      // Somebody else was faster.
      if (codeOf(error) === "NOT_FOUND") await leave(error.message);
    },
  });

  async function leave(message: string) {
    await Promise.all([cache.materials.list.invalidate(), cache.materials.classes.invalidate()]);
    toast.success(message);
    close();
  }

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <Dialog
      open={material !== undefined}
      onOpenChange={(next) => !next && close()}
      title="Delete this material?"
      description={
        <>
          <strong className="break-words">{shown?.materialName}</strong> and its file will be gone for everyone. This
          cannot be undone.
        </>
      }
      confirmLabel="Delete"
      busy={remove.isPending}
      busyText="Deleting..."
      error={remove.isError ? copy.deleteFailed : undefined}
      onConfirm={() => material && removing.begin() && remove.mutate({ id: material._id })}
    />
  );
}
