"use client";

import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useMailMode } from "@/components/ui/mail-mode";
import { dateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { officeLinks as copy } from "../messages-links";
import type { LinkView } from "../schema-links";
import type { NamedStudent } from "./family-cards";

type EndLinkProps = { student: NamedStudent; link: LinkView; onClose: () => void; onDone: (message: string) => void };

export function EndLink({ student, link, onClose, onDone }: EndLinkProps) {
  const isMailOn = useMailMode();
  const end = api.guardians.end.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["day", "reason", "quietly"],
    send: ({ quietly, ...given }) => end.mutateAsync({ id: link._id, ...given, quietly: quietly === "on" }),
    onDone: () => onDone(copy.hasEnded(link.name)),
  });
  return (
    <FormDialog title={copy.endTitle(link.name, student.name)} lead={copy.endLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.lastDay} error={faults.day}>
          {(control) => <Input {...control} name="day" type="date" defaultValue={dateHere(new Date())} />}
        </Field>
        <ReasonField label={copy.reason} hint={copy.reasonHint} error={faults.reason} optional />
        <Checkbox name="quietly" label={copy.quiet} hint={isMailOn ? copy.quietHint : copy.quietHintKept} />
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.saving} danger>
          {copy.end}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
