"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useMailMode } from "@/components/ui/mail-mode";
import { api } from "@/trpc/client";
import { ownScreens as copy, officeScreens } from "../messages-screens";
import { ShownCode } from "./shown-code";

export function OwnCodeDialog({ onClose }: { onClose: () => void }) {
  const isMailOn = useMailMode();
  const { codes } = api.useUtils();
  const make = api.codes.makeOwn.useMutation();
  const { form, faults, failure, busy, answer } = useServerForm({
    fields: ["name", "relation"],
    send: (given) => make.mutateAsync(given),
    onDone: () => void codes.own.invalidate(),
  });
  return (
    <FormDialog title={copy.make} lead={answer ? undefined : isMailOn ? copy.lead : copy.leadKept} onClose={onClose}>
      {answer ? (
        <ShownCode made={answer} onClose={onClose} />
      ) : (
        <form {...form} noValidate className="grid grid-cols-1 gap-4">
          <Field label={copy.name} error={faults.name}>
            {(control) => <Input {...control} name="name" autoComplete="off" spellCheck={false} />}
          </Field>
          <Field label={officeScreens.relation} hint={officeScreens.relationHint} error={faults.relation}>
            {(control) => <Input {...control} name="relation" autoComplete="off" />}
          </Field>
          <FormEnd failure={failure} failed={officeScreens.failed} busy={busy} busyText={officeScreens.making}>
            {copy.make}
          </FormEnd>
        </form>
      )}
    </FormDialog>
  );
}
