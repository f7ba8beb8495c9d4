"use client";

import { type FormEvent, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { faultsOf, messageOf } from "@/trpc/failure";
import { accountCopy as copy, peopleCopy } from "../copy";

type PasswordDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  hint: string;
  confirmLabel: string;
  busyText: string;
  /** What cannot be undone is red. */
  variant: "primary" | "danger";
  /** An address that must be typed as well, by whoever is to look twice. */
  address?: string;
  /** What to do once the password is typed; a refusal is shown in the dialog. */
  call: (password: string) => Promise<void>;
  /** Another page follows: the dialog stays busy until it is there. */
  leads?: boolean;
};

type Sent = { busy: boolean; faults: Faults; failure?: string };

const idle: Sent = { busy: false, faults: {} };

/** Asks for the password once more before something that only its owner may do. */
export function PasswordDialog({ open, onClose, address, call, leads, ...shown }: PasswordDialogProps) {
  const [{ busy, faults, failure }, setSent] = useState(idle);
  const form = useFirstFault(faults);
  const sending = useOneAtATime();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { password = "", address: typed = "" } = textsOf(event.currentTarget);
    if (address !== undefined && typed.trim().toLowerCase() !== address) {
      setSent({ busy: false, faults: { address: peopleCopy.addressDiffers } });
      return;
    }
    if (!sending.begin()) return;
    setSent({ busy: true, faults: {} });
    try {
      await call(password);
      if (!leads) close();
    } catch (error) {
      console.error(error);
      sending.end();
      const found = faultsOf(error);
      const isAtField = Object.keys(found).length > 0;
      setSent({ busy: false, faults: found, ...(!isAtField && { failure: messageOf(error, copy.failed) }) });
    }
  }

  function close() {
    sending.end();
    setSent(idle);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={shown.title}
      description={
        <>
          <p className="mb-4">{shown.hint}</p>
          <form ref={form} method="post" onSubmit={submit} className="grid gap-4 text-ink">
            {address !== undefined && (
              <Field label={peopleCopy.typeAddress} error={faults.address}>
                {(control) => <Input {...control} name="address" autoComplete="off" spellCheck={false} />}
              </Field>
            )}
            <Field label={copy.yourPassword} error={faults.password}>
              {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
            </Field>
            {/* Enter sends a form of several fields only where it has a button. */}
            <button type="submit" hidden />
          </form>
        </>
      }
      confirmLabel={shown.confirmLabel}
      confirmVariant={shown.variant}
      busy={busy}
      busyText={shown.busyText}
      error={failure}
      onConfirm={() => form.current?.requestSubmit()}
    />
  );
}
