"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Moment } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useMailMode } from "@/components/ui/mail-mode";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeLinks } from "../messages-links";
import { guardianScreens as copy } from "../messages-people";
import { wordsOfChild } from "../rules-people";
import type { LinkView } from "../schema-links";
import type { GuardianView } from "../schema-people";

type EditGuardianProps = { link: LinkView; onClose: () => void; onDone: (message: string) => void };

/** Edits a guardian's name, phone number or address, for all children. */
export function EditGuardian({ link: { guardianId, name }, onClose, onDone }: EditGuardianProps) {
  const isMailOn = useMailMode();
  const { data, error } = api.guardians.get.useQuery(
    { guardianId },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <FormDialog
      title={copy.editTitle(name)}
      lead={data && (isMailOn && data.isFormerAddressTold ? copy.editLead : copy.editLeadKept)}
      onClose={onClose}
    >
      {error && <p className="text-danger text-sm">{messageOf(error, copy.loadFailed)}</p>}
      {!data && !error && <Skeleton className="h-64" />}
      {data && <ContactForm guardian={data} onDone={onDone} />}
    </FormDialog>
  );
}

const fields = ["name", "phone", "email"] as const;

function ContactForm({ guardian, onDone }: { guardian: GuardianView; onDone: (message: string) => void }) {
  const { _id: guardianId, children, changes, rowVersion } = guardian;
  const edit = api.guardians.editPerson.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields,
    // Send only changed fields.
    send(given) {
      const changed = fields.filter((field) => given[field].trim() !== (guardian[field] ?? ""));
      return edit.mutateAsync({
        guardianId,
        rowVersion,
        ...Object.fromEntries(changed.map((field) => [field, given[field]])),
      });
    },
    onDone: () => onDone(copy.saved),
  });
  return (
    <>
      <p className="wrap-anywhere text-sm">{copy.guardianOf(children.map(wordsOfChild).join("; "))}</p>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.fields.name} error={faults.name}>
          {(control) => (
            <Input {...control} name="name" autoComplete="off" spellCheck={false} defaultValue={guardian.name} />
          )}
        </Field>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field label={copy.fields.phone} optional error={faults.phone}>
            {(control) => (
              <Input {...control} name="phone" type="tel" autoComplete="off" defaultValue={guardian.phone ?? ""} />
            )}
          </Field>
          <Field label={copy.fields.email} optional error={faults.email}>
            {(control) => (
              <Input {...control} name="email" type="email" autoComplete="off" defaultValue={guardian.email ?? ""} />
            )}
          </Field>
        </div>
        <FormEnd failure={failure} failed={officeLinks.failed} busy={busy} busyText={officeLinks.saving}>
          {copy.save}
        </FormEnd>
      </form>
      {changes.length > 0 && <Changes changes={changes} />}
    </>
  );
}

function Changes({ changes }: Pick<GuardianView, "changes">) {
  return (
    <section aria-labelledby="guardian-history" className="grid grid-cols-1 gap-1 border-line border-t pt-3 text-sm">
      <h3 id="guardian-history" className="text-base">
        {copy.history}
      </h3>
      <ol className="grid grid-cols-1 divide-y divide-line">
        {changes.map(({ at, by, values }) => (
          <li key={at.toISOString()} className="grid grid-cols-1 py-1.5">
            {values.map(({ field, before, after }) => (
              <span key={field} className="wrap-anywhere">
                <span className="text-ink-soft">{wordOf(field)}:</span>{" "}
                {before !== null && <del className="text-ink-soft">{before}</del>}{" "}
                <ins className="no-underline">{after ?? copy.none}</ins>
              </span>
            ))}
            <span className="text-ink-soft text-xs">
              <Moment at={at} />
              {by && `, ${copy.by(by)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const words: Record<string, string> = copy.fields;
const wordOf = (field: string) => words[field] ?? field;
