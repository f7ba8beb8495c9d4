"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { useRefresh } from "@/components/site/use-refresh";
import { FormDialog } from "@/components/ui/form-dialog";
import { useMailMode } from "@/components/ui/mail-mode";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { releaseScreens } from "../messages-release";
import type { ExamView } from "../schema";
import { useReleaseChanged } from "./use-release-changed";

const copy = releaseScreens.process;

/** Asks for a reason, which families can read, and withdraws the exam. */
export function WithdrawExam({ exam, onClose }: { exam: ExamView; onClose: () => void }) {
  // The version at opening: a release that a colleague has made since is not withdrawn with it.
  const [{ _id: id, rowVersion, subject, examName }] = useState(exam);
  const refresh = useRefresh();
  const isMailOn = useMailMode();
  const releaseChanged = useReleaseChanged();
  const withdraw = api.exams.withdraw.useMutation({
    onSettled() {
      releaseChanged();
      void refresh();
    },
  });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["reason"],
    send: ({ reason }) => withdraw.mutateAsync({ id, rowVersion, reason }),
    once: true,
    onDone() {
      toast.success(copy.withdrawn);
      onClose();
    },
  });
  return (
    <FormDialog
      title={copy.withdrawTitle(`${subject}, ${examName}`)}
      lead={isMailOn ? copy.withdrawLead : copy.withdrawLeadKept}
      onClose={onClose}
    >
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <ReasonField label={copy.reason} hint={copy.reasonHint} error={faults.reason} />
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.withdrawing} danger>
          {copy.withdraw}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
