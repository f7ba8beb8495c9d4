"use client";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { isWorthRetrying, messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { officeCopy as words } from "../messages-office";
import type { MaterialView } from "../schema";
import { EditMaterial } from "./edit-material";
import { MaterialFile } from "./material-file";

type OpenMaterialProps = { id: string; loaded: MaterialView | undefined; maxMegabytes: number; onClose: () => void };

/** Opens the material in the URL, to edit it, or read-only for staff who do not teach it. */
export function OpenMaterial({ id, loaded, maxMegabytes, onClose }: OpenMaterialProps) {
  const found = api.materials.get.useQuery(
    { id },
    { enabled: !loaded, retry: false, meta: { expected: ["BAD_REQUEST", "NOT_FOUND"] } },
  );
  const material = loaded ?? found.data;
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
        <Alert
          tone="error"
          action={
            isWorthRetrying(found.error) && (
              <Button variant="secondary" busy={found.isFetching} onClick={() => void found.refetch()}>
                {copy.tryAgain}
              </Button>
            )
          }
        >
          {messageOf(found.error, words.openFailed)}
        </Alert>
      ) : (
        <div role="status" aria-label={words.loading}>
          <Skeleton className="h-24" />
        </div>
      )}
    </FormDialog>
  );
}
