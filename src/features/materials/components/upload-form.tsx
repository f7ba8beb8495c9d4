"use client";

import { type FormEvent, useMemo, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { copy } from "../copy";
import { availabilityFault, fileFault } from "../rules";
import { FilePicker } from "./file-picker";
import { useMaterialUpload } from "./use-material-upload";

/** Publishes a study material (spec §2, §4, §5). Keeps what was typed until the server has it. */
export function UploadForm({ maxMegabytes }: { maxMegabytes: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [alwaysAvailable, setAlwaysAvailable] = useState(false);
  const [expiry, setExpiry] = useState("");
  const { upload, progress, outcome, forget } = useMaterialUpload();
  const [found, setFound] = useState<Faults>({});
  const busy = progress !== null;
  const faults = useMemo(() => ({ ...outcome?.faults, ...found }), [outcome, found]);
  const form = useFirstFault(faults);

  function pick(picked: File | null) {
    setFile(picked);
    setFound({});
    forget();
  }

  function check(): Faults {
    const expiresAt = expiry === "" ? null : new Date(expiry);
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
    const expiresAt = alwaysAvailable ? null : new Date(expiry).toISOString();
    if (await upload(file, { className, subject, materialName, expiresAt, alwaysAvailable })) {
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
        <Field label="Expiry Date & Time" error={faults.expiresAt}>
          {(control) => (
            <Input
              {...control}
              required={false}
              name="expiresAt"
              type="datetime-local"
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
      {busy && <ProgressBar label={copy.uploading} value={progress} />}
      {outcome && <Alert tone={outcome.ok ? "success" : "error"}>{outcome.message}</Alert>}
      <Button type="submit" size="large" busy={busy} busyText={copy.uploading}>
        Upload Material
      </Button>
    </form>
  );
}
