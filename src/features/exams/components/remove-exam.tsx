"use client";

import { useSingleFlight } from "@/components/form/use-single-flight";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { ExamView } from "../schema";

type RemoveExamProps = { exam: ExamView; onClose: () => void; onRemoved: () => void };

/** Asks for confirmation and deletes a draft without marks. */
export function RemoveExam({ exam, onClose, onRemoved }: RemoveExamProps) {
  const { exams } = api.useUtils();
  const remove = api.exams.remove.useMutation({
    onSuccess() {
      void exams.list.invalidate();
      toast.success(copy.removed);
      onRemoved();
    },
  });
  const start = useSingleFlight(remove);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={copy.removeQuestion}
      description={
        <>
          <strong className="break-words">{`${exam.subject}, ${exam.examName}`}</strong> {copy.removeWords}
        </>
      }
      confirmLabel={copy.remove}
      busy={remove.isPending || remove.isSuccess}
      error={remove.isError ? messageOf(remove.error, copy.removeFailed) : undefined}
      onConfirm={() => start({ id: exam._id })}
    />
  );
}
