"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Failed } from "@/components/ui/failed";
import { FormDialog } from "@/components/ui/form-dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { isWorthRetrying, messageOf } from "@/trpc/failure";
import { officeCopy as words } from "../messages-office";
import type { MaterialView } from "../schema";
import { EditMaterial } from "./edit-material";
import { MaterialFile } from "./material-file";

type OpenMaterialProps = { id: string; loaded: MaterialView | undefined; maxMegabytes: number; onClose: () => void };

/** Opens the material in the URL, to edit it, or read-only for staff who do not teach it. */
export function OpenMaterial({ id, loaded, maxMegabytes, onClose }: OpenMaterialProps) {
  const found = api.materials.get.useQuery({ id }, { enabled: !loaded, retry: false });
  // The row may disappear from the list while the form is open.
  const [opened] = useState(loaded);
  const material = loaded ?? found.data ?? opened;
  if (material?.mayRemove) return <EditMaterial material={material} maxMegabytes={maxMegabytes} onClose={onClose} />;
  if (material)
    return (
      <FormDialog title={material.materialName} lead={words.notYours} onClose={onClose}>
        <p className="text-sm">
          {words.className(material.className)} · {material.subject}
        </p>
        <p>
          <MaterialFile material={material} />
        </p>
      </FormDialog>
    );
  return (
    <FormDialog title={words.edit} onClose={onClose}>
      {found.isError ? (
        isWorthRetrying(found.error) ? (
          <Failed of={found}>{messageOf(found.error, words.openFailed)}</Failed>
        ) : (
          <Alert tone="error">{messageOf(found.error, words.openFailed)}</Alert>
        )
      ) : (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-24" />
        </div>
      )}
    </FormDialog>
  );
}
