"use client";

import { FormEnd } from "@/components/form/form-end";
import { noAnswer, sendOnce } from "@/components/form/send-once";
import { useDraft } from "@/components/form/use-draft";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { deskCopy as copy } from "../messages-desk";
import type { ApplicationView } from "../schema-desk";

type NoteFormProps = { id: string; onDone: (found: ApplicationView) => void };

export function NoteForm({ id, onDone }: NoteFormProps) {
  const note = api.services.note.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["note"],
    send: (given) => sendOnce({ id, note: given.note }, note.mutateAsync),
    onDone(found) {
      forget();
      toast.success(copy.noted);
      onDone(found);
    },
  });
  const forget = useDraft(form.ref, `note:${id}`);
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-3">
      <Field label={copy.note} hint={copy.noteHint} error={faults.note}>
        {(control) => <Textarea {...control} name="note" rows={5} autoComplete="off" />}
      </Field>
      <FormEnd failure={failure} failed={noAnswer} busy={busy} busyText={copy.saving}>
        {copy.saveNote}
      </FormEnd>
    </form>
  );
}
