"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { FormDialog } from "@/components/ui/form-dialog";
import { changesIn } from "@/lib/changes-in";
import { api } from "@/trpc/client";
import { officeLinks as copy } from "../messages-links";
import type { LinkView } from "../schema-links";
import type { NamedStudent } from "./family-cards";
import { LinkFields, linkFieldNames, linkOf } from "./link-fields";

type EditLinkProps = { student: NamedStudent; link: LinkView; onClose: () => void; onDone: (message: string) => void };

/** Edits what a guardian may see, and the contact order. Sends only what was changed. */
export function EditLink({ student, link, onClose, onDone }: EditLinkProps) {
  const edit = api.guardians.edit.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: [...linkFieldNames, "contactOrder"],
    send: ({ contactOrder, ...given }) =>
      edit.mutateAsync({
        id: link._id,
        ...changesIn({ ...linkOf(given), contactOrder: Number(contactOrder) }, link),
      }),
    onDone: () => onDone(copy.saved),
  });
  return (
    <FormDialog title={copy.editTitle(link.name, student.name)} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <LinkFields {...link} faults={faults} />
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.saving}>
          {copy.save}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
