"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useMailMode } from "@/components/ui/mail-mode";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { inboxCopy as copy } from "../messages-inbox";

type AnswerMessageProps = { id: string; name: string; onClose: () => void };

export function AnswerMessage({ id, name, onClose }: AnswerMessageProps) {
  const isMailOn = useMailMode();
  const { services } = api.useUtils();
  const answer = api.services.answerMessage.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["text"],
    send: ({ text }) => answer.mutateAsync({ id, text }),
    onDone() {
      onClose();
      toast.success(isMailOn ? copy.sent : copy.kept);
      void services.inbox.invalidate();
      void services.countInbox.invalidate();
    },
  });
  return (
    <FormDialog title={copy.answerTitle(name)} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.answer} hint={isMailOn ? copy.answerHint : copy.answerHintKept} error={faults.text}>
          {(control) => <Textarea {...control} name="text" rows={7} autoComplete="off" />}
        </Field>
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.sending}>
          {isMailOn ? copy.send : copy.keep}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
