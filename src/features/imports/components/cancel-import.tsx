"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { ImportView } from "../schema";

/** Throws away a file that was not imported. */
export function CancelImport({ view }: { view: ImportView }) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const { imports } = api.useUtils();
  const removal = api.imports.remove.useMutation({
    meta: { expected: ["CONFLICT", "NOT_FOUND"] },
    async onSuccess() {
      toast.success(copy.thrown);
      await imports.list.invalidate();
      router.push("/admin/import");
    },
  });
  const remove = useSingleFlight(removal);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {copy.cancel}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={copy.cancelQuestion(view.fileName)}
        description={copy.cancelHint}
        confirmLabel="Throw away"
        busy={removal.isPending}
        error={removal.error ? messageOf(removal.error, copy.failedSave) : undefined}
        onConfirm={() => remove({ id: view._id })}
      />
    </>
  );
}
