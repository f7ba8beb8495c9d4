"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { changesIn } from "@/lib/changes-in";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { spellingsIn } from "../rules";
import type { SubjectView } from "../schema";

type SubjectDialogProps = {
  /** The subject to edit; null adds one. */
  subject: SubjectView | undefined;
  onClose: () => void;
};

const textOf = ({ spellings }: SubjectView) => spellings.join(", ");

/** Adds or edits a subject: its name and other spellings. */
export function SubjectDialog({ subject, onClose }: SubjectDialogProps) {
  const utils = api.useUtils();
  const add = api.subjects.add.useMutation();
  const edit = api.subjects.edit.useMutation();
  const { form, faults, error, busy } = useServerForm({
    fields: ["name", "spellings"],
    send(given) {
      if (!subject) return add.mutateAsync({ name: given.name, spellings: spellingsIn(given.spellings, []) });
      const { _id: id, spellings: spellingsWere } = subject;
      const { spellings, ...changed } = changesIn(given, { name: subject.name, spellings: textOf(subject) });
      const written = spellings !== undefined && { spellings: spellingsIn(spellings, spellingsWere), spellingsWere };
      return edit.mutateAsync({ id, ...changed, ...written });
    },
    async onDone(saved) {
      await utils.subjects.invalidate();
      toast.success(subject ? copy.changed(saved.name) : copy.added(saved.name));
      onClose();
    },
  });
  const isShown = faults.name !== undefined || faults.spellings !== undefined;

  return (
    <FormDialog
      title={subject ? copy.editQuestion : copy.addQuestion}
      lead={subject && copy.editHint}
      onClose={onClose}
    >
      <form {...form} autoComplete="off" className="grid grid-cols-1 gap-5">
        <Field label={copy.name} error={faults.name}>
          {(control) => <Input {...control} name="name" defaultValue={subject?.name} />}
        </Field>
        <Field label={copy.spellings} hint={copy.spellingsHint} error={faults.spellings} optional>
          {(control) => <Input {...control} name="spellings" defaultValue={subject && textOf(subject)} />}
        </Field>
        {error && !isShown && <Alert tone="error">{messageOf(error, copy.failed)}</Alert>}
        <Button type="submit" busy={busy} busyText={copy.saving}>
          {subject ? copy.save : copy.add}
        </Button>
      </form>
    </FormDialog>
  );
}
