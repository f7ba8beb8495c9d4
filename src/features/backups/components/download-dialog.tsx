"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { copy } from "../messages";

type DownloadDialogProps = { taskId: string; asksForCode: boolean; onBegun: () => void; onClose: () => void };

/** Asks for the login's password and for the passphrase of the file. */
export function DownloadDialog({ taskId, asksForCode, onBegun, onClose }: DownloadDialogProps) {
  const allow = api.backups.download.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["password", "code", "passphrase", "again"],
    check: ({ passphrase, again }) => (passphrase === again ? {} : { again: copy.differs }),
    send: ({ password, code, passphrase }) =>
      allow.mutateAsync({ id: taskId, password, passphrase, ...(code.trim() && { code }) }),
    onDone({ ticket }) {
      begin(ticket);
      toast.success(copy.begun);
      onBegun();
      onClose();
    },
  });
  return (
    <FormDialog title={copy.downloadTitle} lead={copy.downloadHint} onClose={onClose}>
      <form {...form} className="grid gap-4">
        <Field label={copy.password} error={faults.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
        </Field>
        {asksForCode && (
          <Field label={copy.code} error={faults.code}>
            {(control) => <Input {...control} name="code" autoComplete="one-time-code" spellCheck={false} />}
          </Field>
        )}
        <Field label={copy.passphrase} hint={copy.passphraseHint} error={faults.passphrase}>
          {(control) => <PasswordInput {...control} name="passphrase" autoComplete="new-password" />}
        </Field>
        <Field label={copy.again} error={faults.again}>
          {(control) => <PasswordInput {...control} name="again" autoComplete="new-password" />}
        </Field>
        <Alert tone="warning">{copy.apart}</Alert>
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.checking}>
          {copy.download}
        </FormEnd>
      </form>
    </FormDialog>
  );
}

/** Submits a form of the page, so that the browser streams the response to disk. */
function begin(ticket: string): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/api/backups/file";
  form.hidden = true;
  const field = document.createElement("input");
  field.name = "ticket";
  field.value = ticket;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
