"use client";

import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { foldedName } from "@/lib/folded";
import { messageOf } from "@/trpc/failure";
import { useServerForm } from "./use-server-form";

type PasswordDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  hint: string;
  confirmLabel: string;
  busyText: string;
  /** Red for irreversible actions. */
  variant: "primary" | "danger";
  /** An address or name that must be typed as well, as a second confirmation. */
  address?: { is: string; label: string; differs: string };
  /** Called with the password; an error is shown in the dialog. */
  call: (password: string) => Promise<void>;
  /** Another page follows, and the dialog stays busy until then. */
  leads?: boolean;
};

/** Asks for the password again before a sensitive action. */
export function PasswordDialog({ open, onClose, address, call, leads = false, ...shown }: PasswordDialogProps) {
  const { form, faults, failure, busy, forget } = useServerForm({
    fields: ["password", "address"],
    check: ({ address: typed }) =>
      address && foldedName(typed) !== foldedName(address.is) ? { address: address.differs } : {},
    send: ({ password }) => call(password),
    once: leads,
    onDone: () => leads || close(),
  });

  function close() {
    forget();
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
          <form {...form} className="grid gap-4 text-ink">
            {address !== undefined && (
              <Field label={address.label} error={faults.address}>
                {(control) => <Input {...control} name="address" autoComplete="off" spellCheck={false} />}
              </Field>
            )}
            <Field label="Your Password" error={faults.password}>
              {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
            </Field>
            {/* Enter submits a form of several fields only if it has a button. */}
            <button type="submit" hidden />
          </form>
        </>
      }
      confirmLabel={shown.confirmLabel}
      confirmVariant={shown.variant}
      busy={busy}
      busyText={shown.busyText}
      error={failure && messageOf(failure, "Something went wrong. Please try again.")}
      onConfirm={() => form.ref.current?.requestSubmit()}
    />
  );
}
