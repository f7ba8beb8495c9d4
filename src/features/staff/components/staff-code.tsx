"use client";

import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { copy } from "../messages";

/** A new code, which is shown only once. */
export function StaffCode({ name, code, onClose }: { name: string; code: string; onClose: () => void }) {
  return (
    <FormDialog title={copy.codeFor(name)} onClose={onClose}>
      <p className="figures rounded-md border border-line bg-paper p-4 text-center font-semibold text-2xl tracking-wider">
        {code}
      </p>
      <p className="text-ink-soft text-sm">{copy.codeHint(`${window.location.host}/join`)}</p>
      <div className="grid sm:justify-end">
        <Button onClick={onClose}>{copy.codeDone}</Button>
      </div>
    </FormDialog>
  );
}
