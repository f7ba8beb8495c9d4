"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { SubjectField } from "@/components/form/subject-field";
import { useServerForm } from "@/components/form/use-server-form";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { institute } from "@/content/institute";
import { changesIn } from "@/lib/changes-in";
import { classesWith } from "@/lib/stored-classes";
import { zoneAt } from "@/lib/zones";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { officeCopy as words } from "../messages-office";
import { expiryOf, minuteIn, momentTyped } from "../rules-expiry";
import type { MaterialView } from "../schema";
import { MaterialFile } from "./material-file";
import { MomentInput } from "./moment-input";

// Loaded lazily, because it needs UploadThing's client.
const ReplaceFile = dynamic(() => import("./replace-file").then((file) => file.ReplaceFile));

type EditMaterialProps = { material: MaterialView; maxMegabytes: number; onClose: () => void };

/** Edits name, class, subject and expiry of a material; its file and link stay. Sends only what was changed. */
export function EditMaterial({ material: current, maxMegabytes, onClose }: EditMaterialProps) {
  // The material as shown when the dialog opened, so that the fields keep their values.
  const [material] = useState(current);
  const { materials } = api.useUtils();
  const edit = api.materials.edit.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: [
      "className",
      "subject",
      "materialName",
      "availableFrom",
      "availableFromTime",
      "expiresAt",
      "expiresAtTime",
    ],
    check: ({ availableFrom: from, availableFromTime, expiresAt, expiresAtTime }) => ({
      ...(!from && availableFromTime && { availableFrom: words.dayMissing }),
      ...(!expiresAt && expiresAtTime && { expiresAt: words.dayMissing }),
    }),
    async send({ expiresAt, expiresAtTime, availableFrom: from, availableFromTime, ...typed }) {
      const until = expiryOf(momentTyped(expiresAt, expiresAtTime), material.expiresAt, institute.timeZone);
      const start = expiryOf(
        momentTyped(from, from && (availableFromTime || "00:00")),
        material.availableFrom ?? null,
        institute.timeZone,
      );
      const { className, subject, materialName, availableFrom, expiresAt: expiry } = material;
      const shown = {
        className,
        subject,
        materialName,
        availableFrom: availableFrom?.toISOString() ?? null,
        expiresAt: expiry?.toISOString() ?? null,
      };
      const changes = changesIn({ ...typed, availableFrom: start, expiresAt: until }, shown);
      const changed = await edit.mutateAsync({ id: material._id, ...changes });
      await materials.invalidate();
      return changed;
    },
    onDone(_, shown) {
      toast.success(words.saved);
      // Another material may be open by now.
      if (shown.isConnected) onClose();
    },
  });
  const { className, subject, materialName, expiresAt, availableFrom } = material;
  const zone = zoneAt(institute.timeZone);
  return (
    <FormDialog title={words.edit} lead={<MaterialFile material={current} />} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.materialName} error={faults.materialName}>
          {(control) => <Input {...control} name="materialName" autoComplete="off" defaultValue={materialName} />}
        </Field>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <ClassField name="className" error={faults.className} defaultValue={className} of={classesWith(className)} />
          <SubjectField error={faults.subject} defaultValue={subject} />
        </div>
        <Field label={words.from} hint={words.fromHint(zone)} optional error={faults.availableFrom}>
          {(control) => (
            <MomentInput
              control={control}
              name="availableFrom"
              timeLabel={words.fromTime}
              defaultValue={availableFrom ? minuteIn(availableFrom, institute.timeZone) : ""}
            />
          )}
        </Field>
        <Field label={words.expiry} hint={words.expiryHint(zone)} optional error={faults.expiresAt}>
          {(control) => (
            <MomentInput
              control={control}
              name="expiresAt"
              timeLabel={words.expiryTime}
              defaultValue={expiresAt ? minuteIn(expiresAt, institute.timeZone) : ""}
            />
          )}
        </Field>
        <FormEnd failure={failure} failed={words.editFailed} busy={busy} busyText={words.saving}>
          {words.save}
        </FormEnd>
      </form>
      <ReplaceFile id={material._id} materialName={current.materialName} maxMegabytes={maxMegabytes} />
    </FormDialog>
  );
}
