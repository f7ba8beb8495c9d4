"use client";

import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { isLongEnough, passwordLength } from "@/lib/limits";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { faultsOf, messageOf } from "@/trpc/failure";
import { accountCopy, copy, linkCopy } from "../copy";
import type { OwnAccountView } from "../schema";
import { Setting } from "./setting";

/** Another password, for whoever knows the current one. */
export function PasswordSetting({ account: { role, email, username } }: { account: OwnAccountView }) {
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const saving = useOneAtATime();
  const change = api.auth.changePassword.useMutation({
    networkMode: "always",
    onSettled: saving.end,
    onSuccess() {
      form.current?.reset();
      toast.success(accountCopy.passwordSaved);
    },
    onError(error) {
      console.error(error);
      setFaults(faultsOf(error));
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { current = "", next = "", confirmPassword } = textsOf(event.currentTarget);
    const found: Faults = {};
    if (!isLongEnough(next, role))
      found.next = role === "admin" ? copy.passwordTooShortForAdmin : copy.passwordTooShort;
    if (next !== confirmPassword) found.confirmPassword = copy.passwordsDiffer;
    setFaults(found);
    if (Object.keys(found).length === 0 && saving.begin()) change.mutate({ current, next });
  }

  // What is wrong with a field is said at the field.
  const failed = change.isError && Object.keys(faults).length === 0;

  return (
    <Setting title={accountCopy.password} hint={accountCopy.passwordHint}>
      <form ref={form} method="post" onSubmit={submit} className="grid gap-5">
        {/* Tells the browser whose password it keeps. */}
        <input hidden readOnly name="username" autoComplete="username" value={email ?? username ?? ""} />
        <Field label={accountCopy.currentPassword} error={faults.current}>
          {(control) => <PasswordInput {...control} name="current" autoComplete="current-password" />}
        </Field>
        <Field label={linkCopy.newPassword} error={faults.next}>
          {(control) => (
            <PasswordInput
              {...control}
              name="next"
              autoComplete="new-password"
              placeholder={`min. ${passwordLength[role]} characters`}
            />
          )}
        </Field>
        <Field label={linkCopy.confirmPassword} error={faults.confirmPassword}>
          {(control) => <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />}
        </Field>
        {failed && <Alert tone="error">{messageOf(change.error, accountCopy.failed)}</Alert>}
        <div>
          <Button type="submit" variant="secondary" busy={change.isPending} busyText={accountCopy.saving}>
            {accountCopy.savePassword}
          </Button>
        </div>
      </form>
    </Setting>
  );
}
