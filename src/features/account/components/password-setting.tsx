"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Field } from "@/components/ui/field";
import { NeedsScript } from "@/components/ui/needs-script";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { isLongEnough, passwordLength, tooShort } from "@/lib/password-length";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { OwnAccountView } from "../schema";
import { Setting } from "./setting";

export function PasswordSetting({ account: { passwordRole, email, username } }: { account: OwnAccountView }) {
  const fold = useRef<HTMLDetailsElement>(null);
  const opener = useRef<HTMLElement>(null);
  const change = api.account.changePassword.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["current", "next", "confirmPassword"],
    check: ({ next, confirmPassword }) => ({
      ...(!isLongEnough(next, passwordRole) && { next: tooShort[passwordRole] }),
      ...(next !== confirmPassword && { confirmPassword: copy.passwordsDiffer }),
    }),
    send: ({ current, next }) => change.mutateAsync({ current, next }),
    onDone(_, sent) {
      sent.reset();
      toast.success(copy.passwordSaved);
      if (fold.current) fold.current.open = false;
      opener.current?.focus();
    },
  });

  return (
    <Setting title={copy.password} hint={copy.passwordHint}>
      <details ref={fold} className="group/fold w-full">
        <summary
          ref={opener}
          className={clsx(
            buttonStyle({ variant: "secondary" }),
            "list-none lg:float-end [&::-webkit-details-marker]:hidden",
          )}
        >
          {copy.changePassword}
          <ChevronDown aria-hidden className="size-5 text-ink-soft transition-transform group-open/fold:rotate-180" />
        </summary>
        <form {...form} className="clear-both grid gap-5 pt-5">
          <NeedsScript />
          {/* Lets the browser update its saved password. */}
          <input hidden readOnly name="username" autoComplete="username" value={email ?? username ?? ""} />
          <Field label={copy.currentPassword} error={faults.current}>
            {(control) => <PasswordInput {...control} name="current" autoComplete="current-password" />}
          </Field>
          <Field label={copy.newPassword} hint={copy.newPasswordHint(passwordLength[passwordRole])} error={faults.next}>
            {(control) => <PasswordInput {...control} name="next" autoComplete="new-password" />}
          </Field>
          <Field label={copy.confirmPassword} error={faults.confirmPassword}>
            {(control) => <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />}
          </Field>
          {failure && <Alert tone="error">{messageOf(failure, copy.unsureOfPassword)}</Alert>}
          <div>
            <Button type="submit" busy={busy} busyText={copy.saving}>
              {copy.savePassword}
            </Button>
          </div>
        </form>
      </details>
    </Setting>
  );
}
