"use client";

import { type FormEvent, useMemo, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ProgressBar } from "@/components/ui/progress-bar";
import { institute } from "@/content/institute";
import { shownZone } from "@/lib/dates";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { momentOfIso } from "@/lib/iso-time";
import { copy } from "../copy";
import { availabilityFault, fileFault } from "../rules";
import { FilePicker } from "./file-picker";
import { useMaterialUpload } from "./use-material-upload";

/** Publishes a study material (spec §2, §4, §5). Keeps what was typed until the server has it. */
export function UploadForm({ maxMegabytes }: { maxMegabytes: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [alwaysAvailable, setAlwaysAvailable] = useState(false);
  const [expiry, setExpiry] = useState("");
  const { upload, progress, outcome, cancel, forget } = useMaterialUpload();
  const [found, setFound] = useState<Faults>({});
  const busy = progress !== null;
  // The bytes are there; the server is still looking at them.
  const checking = progress === 100;
  // While a year is being typed its first digits are the years 2, 20 and 202, which are no moments.
  const typed = momentOfIso(expiry, institute.timeZone);
  const expiresAt = typed && !Number.isNaN(typed.getTime()) ? typed : null;
  const faults = useMemo(() => ({ ...outcome?.faults, ...found }), [outcome, found]);
  const form = useFirstFault(faults);

  function pick(picked: File | null) {
    setFile(picked);
    setFound({});
    forget();
  }

  function check(): Faults {
    const availability = availabilityFault({ expiresAt, alwaysAvailable }, new Date());
    const fault = file ? fileFault(file, maxMegabytes * 1024 * 1024) : "fileRequired";
    const fileText = fault && (fault === "fileTooLarge" ? copy.fileTooLarge(maxMegabytes) : copy[fault]);
    return { ...(availability && { expiresAt: copy[availability] }), ...(fileText && { file: fileText }) };
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    forget();
    const faultsNow = check();
    setFound(faultsNow);
    if (!file || Object.keys(faultsNow).length > 0) return;

    const { className = "", subject = "", materialName = "" } = textsOf(event.currentTarget);
    const until = expiresAt?.toISOString() ?? null;
    if (await upload(file, { className, subject, materialName, expiresAt: until, alwaysAvailable })) {
      form.current?.reset();
      setFile(null);
      setExpiry("");
      setAlwaysAvailable(false);
    }
  }

  return (
    <form ref={form} method="post" onSubmit={submit} className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <ClassField name="className" error={faults.className} />
        <Field label="Subject" error={faults.subject}>
          {(control) => <Input {...control} name="subject" maxLength={200} autoComplete="off" />}
        </Field>
      </div>
      <Field label="Material Name" error={faults.materialName}>
        {(control) => <Input {...control} name="materialName" maxLength={200} autoComplete="off" />}
      </Field>
      <div className="grid items-start gap-x-5 sm:grid-cols-2">
        <Field
          label="Expiry Date & Time"
          hint={copy.expiryZone(shownZone(institute.timeZone, expiresAt ?? new Date()))}
          error={faults.expiresAt}
        >
          {(control) => (
            <Input
              {...control}
              required={false}
              name="expiresAt"
              type="datetime-local"
              max="9999-12-31T23:59"
              value={expiry}
              disabled={alwaysAvailable}
              onChange={(event) => setExpiry(event.target.value)}
            />
          )}
        </Field>
        <div className="sm:pt-7">
          <Checkbox
            name="alwaysAvailable"
            label="Always Available"
            checked={alwaysAvailable}
            onChange={(event) => {
              setAlwaysAvailable(event.target.checked);
              if (event.target.checked) setExpiry("");
            }}
          />
        </div>
      </div>
      <FilePicker file={file} maxMegabytes={maxMegabytes} error={faults.file} disabled={busy} onPick={pick} />
      {busy && (
        <ProgressBar label={checking ? copy.checking : copy.uploading} value={checking ? undefined : progress} />
      )}
      {outcome && <Alert tone={outcome.tone}>{outcome.message}</Alert>}
      <div className="grid gap-3 sm:grid-flow-col sm:auto-cols-fr">
        <Button type="submit" size="large" busy={busy} busyText={copy.uploading}>
          Upload Material
        </Button>
        {busy && !checking && (
          <Button variant="secondary" size="large" onClick={cancel}>
            {copy.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
