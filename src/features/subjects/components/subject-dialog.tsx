"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import type { ErrorCode } from "@/lib/errors";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { SubjectView } from "../schema";

const refusable = { meta: { expected: ["CONFLICT"] } } satisfies { meta: { expected: ErrorCode[] } };

type SubjectDialogProps = {
  /** The subject to edit; null adds one. */
  subject: SubjectView | undefined;
  onClose: () => void;
};

/** Adds or edits a subject: its name and other spellings. */
export function SubjectDialog({ subject, onClose }: SubjectDialogProps) {
  const utils = api.useUtils();
  const add = api.subjects.add.useMutation(refusable);
  const edit = api.subjects.edit.useMutation(refusable);
  const { form, faults, error, busy } = useServerForm({
    fields: ["name", "spellings"],
    send({ name, spellings }) {
      const given = { name, spellings: spellings.split(",").filter((spelling) => spelling.trim() !== "") };
      return subject ? edit.mutateAsync({ ...given, id: subject._id }) : add.mutateAsync(given);
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
          {(control) => <Input {...control} name="spellings" defaultValue={subject?.spellings.join(", ")} />}
        </Field>
        {error && !isShown && <Alert tone="error">{messageOf(error, copy.failed)}</Alert>}
        <Button type="submit" busy={busy} busyText={copy.saving}>
          {subject ? copy.save : copy.add}
        </Button>
      </form>
    </FormDialog>
  );
}
