"use client";

import { RemoveDialog, removalOptions } from "@/components/form/remove-dialog";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { MaterialView } from "../schema";

type DeleteMaterialProps = {
  /** The material to delete; undefined closes the dialog. */
  material: MaterialView | undefined;
  onClose: () => void;
};

/** Asks for confirmation and deletes a material. */
export function DeleteMaterial({ material, onClose }: DeleteMaterialProps) {
  const { materials } = api.useUtils();
  const refresh = () =>
    Promise.all([materials.list, materials.classes, materials.subjects].map((list) => list.invalidate()));
  const removal = api.materials.remove.useMutation(removalOptions({ refresh, removed: copy.removed, onClose }));
  return (
    <RemoveDialog
      thing={material}
      onClose={onClose}
      removal={removal}
      nameOf={({ materialName }) => materialName}
      question="Delete this material?"
      failed={copy.deleteFailed}
    >
      and its file will be gone for everyone. This cannot be undone.
    </RemoveDialog>
  );
}
