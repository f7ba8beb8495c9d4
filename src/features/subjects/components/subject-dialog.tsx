"use client";

import { useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { changesIn } from "@/lib/changes-in";
import { listed } from "@/lib/listed";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { joinedBy, spellingsIn } from "../rules";
import type { SubjectView } from "../schema";

type SubjectDialogProps = {
  /** The subject to edit; undefined adds one. */
  subject: SubjectView | undefined;
  /** All other subjects. */
  others: readonly SubjectView[];
  onClose: () => void;
};

type Question = { joined: readonly SubjectView[]; name: string; answer: (yes: boolean) => void };

const textOf = ({ spellings }: SubjectView) => spellings.join(", ");

/** Adds or edits a subject: its name and other spellings. */
export function SubjectDialog({ subject, others, onClose }: SubjectDialogProps) {
  const utils = api.useUtils();
  const add = api.subjects.add.useMutation();
  const edit = api.subjects.edit.useMutation();
  const [question, setQuestion] = useState<Question>();

  async function mayJoin(spellings: readonly string[], name: string): Promise<boolean> {
    const joined = joinedBy(spellings, others);
    if (joined.length === 0) return true;
    const yes = await new Promise<boolean>((answer) => setQuestion({ joined, name, answer }));
    setQuestion(undefined);
    return yes;
  }

  const { form, faults, error, busy } = useServerForm({
    fields: ["name", "spellings"],
    async send({ name, spellings }) {
      const keys = spellingsIn(spellings, subject?.spellings ?? []);
      if (!(await mayJoin(keys, name))) return null;
      if (!subject) return add.mutateAsync({ name, spellings: keys });
      const { _id: id, spellings: spellingsWere } = subject;
      const shown = { name: subject.name, spellings: textOf(subject) };
      const { spellings: typed, ...changed } = changesIn({ name, spellings }, shown);
      const written = typed !== undefined && { spellings: keys, spellingsWere };
      return edit.mutateAsync({ id, ...changed, ...written });
    },
    async onDone(saved) {
      if (!saved) return;
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
      {question && <JoinQuestion {...question} />}
    </FormDialog>
  );
}

/** Asks for confirmation before other subjects become spellings of this one. */
function JoinQuestion({ joined, name, answer }: Question) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || answer(false)}
      title={copy.joinQuestion(listed(joined.map((one) => one.name)), name)}
      description={
        <div className="wrap-anywhere grid gap-2">
          {joined.map((one) => (
            <p key={one._id}>{`${one.name}: ${copy.usedBy(one.used)}`}</p>
          ))}
          <p>{copy.joinHint(name)}</p>
        </div>
      }
      confirmLabel={copy.join}
      onConfirm={() => answer(true)}
    />
  );
}
