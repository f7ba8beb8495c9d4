"use client";

import { RemoveDialog } from "@/components/form/remove-dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { ExamView } from "../schema";

type RemoveExamProps = { exam: ExamView; onClose: () => void; onRemoved: () => void };

/** Asks for confirmation and deletes a draft without marks or remarks. */
export function RemoveExam({ exam, onClose, onRemoved }: RemoveExamProps) {
  const { exams } = api.useUtils();
  const removal = api.exams.remove.useMutation({
    onSuccess() {
      void exams.list.invalidate();
      toast.success(copy.removed);
      onRemoved();
    },
  });
  return (
    <RemoveDialog
      thing={exam}
      onClose={onClose}
      removal={{ ...removal, isPending: removal.isPending || removal.isSuccess }}
      nameOf={({ subject, examName }) => `${subject}, ${examName}`}
      question={copy.removeQuestion}
      failed={messageOf(removal.error, copy.removeFailed)}
    >
      {copy.removeWords}
    </RemoveDialog>
  );
}
