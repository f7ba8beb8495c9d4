"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Field } from "@/components/ui/field";
import { NeedsScript } from "@/components/ui/needs-script";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { isLongEnough } from "@/lib/limits";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { copy, linkCopy } from "../copy";
import { AccountPage } from "./account-page";
import { useLinkToken } from "./use-link-token";

/** Chooses a new password by a mailed link (decision 6). */
export function ResetForm() {
  const router = useRouter();
  const token = useLinkToken();
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const sending = useOneAtATime();
  const reset = api.auth.resetPassword.useMutation({
    networkMode: "always",
    onSuccess() {
      toast.success(linkCopy.resetDone);
      router.push("/login");
    },
    onError(error) {
      console.error(error);
      setFaults(faultsOf(error));
      sending.end();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { password = "", confirmPassword } = textsOf(event.currentTarget);
    const found: Faults = {};
    if (!isLongEnough(password, "user")) found.password = copy.passwordTooShort;
    if (password !== confirmPassword) found.confirmPassword = copy.passwordsDiffer;
    setFaults(found);
    if (Object.keys(found).length === 0 && sending.begin()) reset.mutate({ token: token ?? "", password });
  }

  // What is wrong with the password is said at the password; else a refusal is that of the link.
  const failed = reset.isError && Object.keys(faults).length === 0;
  const isDead = failed && codeOf(reset.error) === "BAD_REQUEST";
  if (token === null || isDead)
    return (
      <AccountPage title={linkCopy.resetTitle}>
        <Alert tone="error" action={<ButtonLink href="/forgot-password">{linkCopy.askAgain}</ButtonLink>}>
          {isDead ? linkCopy.resetLinkDead : linkCopy.linkIncomplete}
        </Alert>
      </AccountPage>
    );

  return (
    <AccountPage title={linkCopy.resetTitle} lead={linkCopy.resetLead}>
      <form ref={form} method="post" onSubmit={submit} className="grid gap-5">
        <NeedsScript />
        <Field label={linkCopy.newPassword} error={faults.password}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="new-password" placeholder="min. 6 characters" />
          )}
        </Field>
        <Field label={linkCopy.confirmPassword} error={faults.confirmPassword}>
          {(control) => <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />}
        </Field>
        {failed && <Alert tone="error">{messageOf(reset.error, linkCopy.failed)}</Alert>}
        <Button
          type="submit"
          size="large"
          wide
          busy={reset.isPending || reset.isSuccess}
          busyText={linkCopy.savingPassword}
        >
          {linkCopy.savePassword}
        </Button>
      </form>
    </AccountPage>
  );
}
