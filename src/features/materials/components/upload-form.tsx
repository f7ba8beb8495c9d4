"use client";

import { useRef, useState } from "react";
import { SubjectField } from "@/components/form/subject-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ClassField } from "@/components/ui/class-field";
import { useClock } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useMailMode } from "@/components/ui/mail-mode";
import { ProgressBar } from "@/components/ui/progress-bar";
import { passFocusOn } from "@/components/ui/take-focus";
import { dateHere, institute } from "@/content/institute";
import { shownDay, shownMinute } from "@/lib/dates";
import { fileFaultInWords } from "@/lib/file-fault";
import { momentOfIso } from "@/lib/iso-time";
import { zoneAt } from "@/lib/zones";
import { api } from "@/trpc/client";
import { type FormErrors, messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { officeCopy } from "../messages-office";
import { uploadCopy } from "../messages-upload";
import { availabilityFault } from "../rules";
import { guessOf } from "../rules-files";
import { FilePicker } from "./file-picker";
import { MomentInput } from "./moment-input";
import { useMaterialUpload } from "./use-material-upload";

/** Publishes a study material (spec §2, §4, §5). Keeps the input until the server has saved it. */
export function UploadForm({ maxMegabytes }: { maxMegabytes: number }) {
  const isMailOn = useMailMode();
  const [file, setFile] = useState<File | null>(null);
  const guessed = useRef<Record<string, string>>({});
  const [alwaysAvailable, setAlwaysAvailable] = useState(false);
  const [expiry, setExpiry] = useState("");
  // A new key empties the two fields of the expiry.
  const [emptied, setEmptied] = useState(0);
  const clock = useClock();
  const { materials } = api.useUtils();
  const { upload, progress, cancel } = useMaterialUpload();
  // The upload is complete; the server is still inspecting the file.
  const checking = progress === 100;
  const expiresAt = momentOfIso(expiry, institute.timeZone) ?? null;
  // While a year is being typed, it reads as the years 2, 20 and 202.
  const end = expiry.startsWith("0") ? null : expiresAt;
  const { form, faults, error, busy, answer, forget } = useServerForm({
    fields: ["className", "subject", "materialName", "tellClass"],
    check,
    async send({ tellClass, ...given }) {
      if (!file) throw new Error(copy.fileRequired);
      const until = expiresAt?.toISOString() ?? null;
      const material = { ...given, expiresAt: until, alwaysAvailable, tellClass: tellClass === "on" };
      // Even after an error, because the material may be published.
      return await upload(file, material).finally(() => void materials.invalidate());
    },
    onDone(outcome, sent) {
      if (outcome === "cancelled") return;
      sent.reset();
      setFile(null);
      empty();
      setAlwaysAvailable(false);
    },
  });

  function empty() {
    setExpiry("");
    setEmptied((count) => count + 1);
  }

  function pick(picked: File | null) {
    setFile(picked);
    forget();
    if (picked) suggest(picked);
  }

  /** Fills the fields that were not edited by hand from the file's name. */
  function suggest(chosen: File) {
    for (const [name, guess] of Object.entries(guessOf(chosen.name, []))) {
      const control = form.ref.current?.elements.namedItem(name);
      const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
      if (!isField || (control.value !== "" && control.value !== guessed.current[name])) continue;
      control.value = guess;
      guessed.current[name] = guess;
    }
  }

  /** The error of a file by its name and size, shown as soon as it is selected. */
  const wrongWith = (chosen: File) => fileFaultInWords(chosen, maxMegabytes, copy);

  function check(): FormErrors {
    const availability = availabilityFault({ expiresAt, alwaysAvailable }, new Date());
    const fileText = file ? wrongWith(file) : copy.fileRequired;
    return { ...(availability && { expiresAt: copy[availability] }), ...(fileText && { file: fileText }) };
  }

  return (
    <form {...form} tabIndex={-1} className="grid grid-cols-1 gap-5">
      <FilePicker
        file={file}
        maxMegabytes={maxMegabytes}
        error={faults.file ?? (file ? wrongWith(file) : undefined)}
        disabled={busy}
        onPick={pick}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <ClassField name="className" error={faults.className} />
        <SubjectField error={faults.subject} />
      </div>
      <Field label="Material Name" hint={uploadCopy.materialNameHint} error={faults.materialName}>
        {(control) => <Input {...control} name="materialName" autoComplete="off" />}
      </Field>
      <div className="grid grid-cols-1 gap-1 dense:gap-2">
        <Field
          label={officeCopy.expiry}
          hint={
            <>
              {end
                ? uploadCopy.endsOn(shownDay(dateHere(end)), shownMinute(end, institute.timeZone, clock))
                : !alwaysAvailable && uploadCopy.endsWithDay}{" "}
              {uploadCopy.expiryZone(zoneAt(institute.timeZone, end ?? undefined))}
            </>
          }
          error={faults.expiresAt}
        >
          {(control) => (
            <MomentInput
              key={emptied}
              control={control}
              name="expiresAt"
              timeLabel={officeCopy.expiryTime}
              disabled={alwaysAvailable}
              onType={setExpiry}
            />
          )}
        </Field>
        <Checkbox
          name="alwaysAvailable"
          label="Always Available"
          checked={alwaysAvailable}
          onChange={(event) => {
            setAlwaysAvailable(event.target.checked);
            if (event.target.checked) empty();
          }}
        />
        <Checkbox
          name="tellClass"
          label={uploadCopy.tellClass}
          hint={isMailOn ? uploadCopy.tellClassHint : uploadCopy.tellClassHintKept}
        />
      </div>
      {progress !== null && (
        <ProgressBar
          label={checking ? uploadCopy.checking : uploadCopy.uploading}
          value={checking ? undefined : progress}
        />
      )}
      {error && <Alert tone="error">{messageOf(error, uploadCopy.uploadFailed)}</Alert>}
      {answer === "cancelled" && <Alert tone="info">{uploadCopy.uploadCancelled}</Alert>}
      {answer === "published" && <Alert tone="success">{copy.uploaded}</Alert>}
      <div className="grid gap-3 sm:flex">
        <Button type="submit" size="large" busy={busy} busyText={uploadCopy.uploading}>
          Upload Material
        </Button>
        {busy && !checking && (
          <Button ref={passFocusOn} variant="secondary" size="large" onClick={cancel}>
            {uploadCopy.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
