"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { SubjectField } from "@/components/form/subject-field";
import { useServerForm } from "@/components/form/use-server-form";
import { FormDialog } from "@/components/ui/form-dialog";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { sectionsOf } from "@/lib/sections";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import type { ExamView } from "../schema";
import { ExamFields, examFieldNames } from "./exam-fields";

/** Edits an exam before its release. */
export function EditExam({ exam: now, onClose }: { exam: ExamView; onClose: () => void }) {
  // The version at opening: a later change by somebody else is reported as a conflict, not overwritten.
  const [exam] = useState(now);
  const { _id: id, rowVersion } = exam;
  const refresh = usePageRefresh();
  const { exams } = api.useUtils();
  const edit = api.exams.edit.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: [...examFieldNames, "subject"],
    send({ sections, ...given }) {
      const subject = given.subject === exam.subject ? undefined : given.subject;
      return edit.mutateAsync({ ...given, id, rowVersion, subject, sections: sectionsOf(sections) });
    },
    once: true,
    onDone(_, shown) {
      // Total and rows of the sheet have changed.
      if (shown.isConnected) return window.location.reload();
      toast.success(copy.saved);
      void exams.list.invalidate();
      refresh();
    },
  });
  return (
    <FormDialog title={copy.editTitle} onClose={onClose}>
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <ExamFields faults={faults} known={exam} />
        <SubjectField error={faults.subject} defaultValue={exam.subject} isStored />
        <FormEnd failure={failure} failed={copy.editFailed} busy={busy} busyText={copy.saving}>
          {copy.save}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
