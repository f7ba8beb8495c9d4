"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens } from "../messages-screens";
import type { ExamView } from "../schema";
import { ReleaseFacts } from "./release-facts";

const copy = screens.release;

type ReleaseExamProps = {
  exam: ExamView;
  /** So many cells are not what is saved. */
  toSettle: number;
  onClose: () => void;
};

/** Says what a release will do, and does that or nothing. */
export function ReleaseExam({ exam: { _id: id }, toSettle, onClose }: ReleaseExamProps) {
  const { exams } = api.useUtils();
  // Every time anew: the numbers are what is confirmed.
  const preview = api.exams.preview.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const [hasChanged, setHasChanged] = useState(false);
  const release = api.exams.release.useMutation({
    meta: { expected: ["CONFLICT"] },
    onError: () => {
      setHasChanged(true);
      void preview.refetch();
    },
  });
  const { form, failure, busy } = useServerForm({
    fields: [],
    send: () => release.mutateAsync({ id, digest: preview.data?.digest ?? "" }),
    once: true,
    onDone: () => {
      void exams.list.invalidate();
      window.location.reload();
    },
  });
  const { results = 0, absent = 0, excused = 0 } = preview.data ?? {};
  const isEmpty = preview.data !== undefined && results + absent + excused === 0;

  return (
    <FormDialog title={copy.title} lead={copy.lead} onClose={onClose}>
      {preview.isError && <Alert tone="error">{messageOf(preview.error, copy.failed)}</Alert>}
      {hasChanged && <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">{copy.changed}</p>}
      {preview.data ? <ReleaseFacts id={id} of={preview.data} /> : !preview.isError && <Skeleton className="h-40" />}
      {toSettle > 0 && <p className="text-sm text-warn">{copy.unsettled(toSettle)}</p>}
      {isEmpty && <p className="text-sm">{copy.nobody}</p>}
      {preview.data && !isEmpty && (
        <form {...form} className="grid gap-3">
          <FormEnd
            failure={hasChanged ? undefined : failure}
            failed={copy.failed}
            busy={busy}
            busyText={copy.releasing}
          >
            {copy.button(results)}
          </FormEnd>
        </form>
      )}
    </FormDialog>
  );
}
