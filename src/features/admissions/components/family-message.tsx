"use client";

import { FormEnd } from "@/components/form/form-end";
import { noAnswer, sendOnce } from "@/components/form/send-once";
import { useDraft } from "@/components/form/use-draft";
import { useServerForm } from "@/components/form/use-server-form";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { useMailMode } from "@/components/ui/mail-mode";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { familyCopy as copy } from "../messages-family";
import type { FollowedView } from "../schema-family";

type FamilyMessageProps = {
  reference: string;
  onChanged: (found: FollowedView) => void;
  onRefused: (code: string | undefined) => void;
};

/** A message to the office. The form is reset after it is sent. */
export function FamilyMessage({ reference, onChanged, onRefused }: FamilyMessageProps) {
  const isMailOn = useMailMode();
  const write = api.services.writeAsFamily.useMutation({
    meta: { handlesSessionEnd: true },
    onError(error) {
      const code = codeOf(error);
      if (code === "CONFLICT") toast.error(messageOf(error, copy.failed));
      if (code === "CONFLICT" || code === "UNAUTHORIZED") onRefused(code);
    },
  });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["text"],
    send: ({ text }) => sendOnce({ reference, text }, write.mutateAsync),
    onDone(found, written) {
      forget();
      written.reset();
      toast.success(copy.sent);
      onChanged(found);
    },
  });
  const forget = useDraft(form.ref, `family:${reference}`);
  return (
    <Card as="section" aria-labelledby="write" className="grid grid-cols-1 gap-4">
      <h2 id="write" className="text-xl">
        {copy.writeTitle}
      </h2>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.message} hint={isMailOn ? copy.messageHint : copy.messageHintKept} error={faults.text}>
          {(control) => <Textarea {...control} name="text" rows={5} autoComplete="off" />}
        </Field>
        <FormEnd failure={failure} failed={noAnswer} busy={busy} busyText={copy.sending}>
          {copy.send}
        </FormEnd>
      </form>
    </Card>
  );
}
