"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { correctCopy as copy } from "../messages-correct";
import { deskCopy } from "../messages-desk";
import type { ApplicationView } from "../schema-desk";
import { useDeskChanged } from "./use-desk-changed";

const fields = ["name", "parentName", "email", "phone"] as const;

const looks = {
  name: {},
  parentName: {},
  email: { type: "email", inputMode: "email" },
  phone: { type: "tel", inputMode: "tel" },
} as const;

type CorrectFormProps = { application: ApplicationView; onClose: () => void };

/** Corrects what a family typed in its form. */
export function CorrectForm({ application: now, onClose }: CorrectFormProps) {
  // The version at opening: a later change by somebody else is reported as a conflict, not overwritten.
  const [application] = useState(now);
  const { _id: id, rowVersion } = application;
  const { services } = api.useUtils();
  const deskChanged = useDeskChanged();
  const correct = api.services.correct.useMutation({
    // Somebody else may have changed it: the page behind the dialog shows the change.
    onError: () => void services.get.invalidate({ id }),
  });
  const { form, faults, failure, busy } = useServerForm({
    fields,
    send: (given) => correct.mutateAsync({ id, rowVersion, ...given }),
    onDone(found) {
      services.get.setData({ id }, found);
      void services.similar.invalidate();
      deskChanged();
      toast.success(copy.saved);
      onClose();
    },
  });
  return (
    <FormDialog title={copy.title(application.name)} lead={copy.lead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        {fields.map((field) => (
          <Field key={field} label={copy[field]} error={faults[field]}>
            {(control) => (
              <Input {...control} {...looks[field]} name={field} autoComplete="off" defaultValue={application[field]} />
            )}
          </Field>
        ))}
        <FormEnd failure={failure} failed={deskCopy.failedSave} busy={busy} busyText={deskCopy.saving}>
          {copy.save}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
