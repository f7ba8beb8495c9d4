"use client";

import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { institute } from "@/content/institute";
import { zoneAt } from "@/lib/zones";
import { officeCopy as words } from "../messages-office";
import { momentTyped } from "../rules-expiry";
import { MomentInput } from "./moment-input";

type ExtendMaterialsProps = { count: number; extend: (expiresAt: string) => Promise<void>; onClose: () => void };

/** Asks for the new expiry of the selected materials. */
export function ExtendMaterials({ count, extend, onClose }: ExtendMaterialsProps) {
  const { form, faults, failure, busy } = useServerForm({
    fields: ["expiresAt", "expiresAtTime"],
    check: ({ expiresAt, expiresAtTime }) => (!expiresAt && expiresAtTime ? { expiresAt: words.dayMissing } : {}),
    send: ({ expiresAt, expiresAtTime }) => extend(momentTyped(expiresAt, expiresAtTime)),
  });
  return (
    <FormDialog title={words.extendMany(count)} onClose={onClose}>
      <form {...form} className="grid gap-4">
        <Field
          label={words.expiry}
          hint={words.expiryHint(zoneAt(institute.timeZone))}
          optional
          error={faults.expiresAt}
        >
          {(control) => <MomentInput control={control} name="expiresAt" timeLabel={words.expiryTime} />}
        </Field>
        <FormEnd failure={failure} failed={words.extendFailed} busy={busy} busyText={words.extending}>
          {words.extend}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
