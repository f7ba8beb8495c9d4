"use client";

import { useState } from "react";
import { useLinkToken } from "@/components/form/use-fragment";
import { useLead } from "@/components/form/use-lead";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Field } from "@/components/ui/field";
import { NeedsScript } from "@/components/ui/needs-script";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { isLongEnough, tooShort } from "@/lib/password-length";
import { askSession, signOut } from "@/lib/session-calls";
import { useSignedIn } from "@/lib/use-signed-in";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy, linkCopy } from "../messages";
import { AccountPage } from "./account-page";

/** Sets a new password by an emailed link (decision 6). */
export function ResetForm() {
  const lead = useLead();
  const token = useLinkToken();
  const signedIn = useSignedIn();
  const [isLost, setIsLost] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const reset = api.auth.resetPassword.useMutation({
    onError: (error) => codeOf(error) === undefined && setIsLost(true),
  });
  const toLogin = async () => {
    setIsLeaving(true);
    // Another person's session continues, and would skip the login page.
    const other = signedIn ?? (await askSession().catch(() => null));
    if (other) await signOut().catch((error: unknown) => console.error(error));
    lead("/login");
  };
  const { form, faults, failure, busy } = useServerForm({
    fields: ["password", "confirmPassword"],
    check: ({ password, confirmPassword }) => ({
      ...(!isLongEnough(password, "user") && { password: tooShort.user }),
      ...(password !== confirmPassword && { confirmPassword: copy.passwordsDiffer }),
    }),
    send: ({ password }) => reset.mutateAsync({ token: token ?? "", password }),
    onDone() {
      toast.success(linkCopy.resetDone);
      return toLogin();
    },
    once: true,
  });

  // Errors of the password are shown at its field; other errors concern the link.
  const isDead = codeOf(failure) === "BAD_REQUEST";
  if (isDead && isLost)
    return (
      <AccountPage title={linkCopy.resetTitle}>
        <Alert
          tone="info"
          action={
            <Button onClick={toLogin} busy={isLeaving}>
              {linkCopy.backToLogin}
            </Button>
          }
        >
          {linkCopy.resetMayBeSet}
        </Alert>
      </AccountPage>
    );
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
      <form {...form} className="grid gap-5">
        <NeedsScript />
        {signedIn && <Alert tone="info">{linkCopy.otherSignedIn(signedIn.name)}</Alert>}
        <Field label={linkCopy.newPassword} error={faults.password}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="new-password" placeholder="min. 6 characters" />
          )}
        </Field>
        <Field label={linkCopy.confirmPassword} error={faults.confirmPassword}>
          {(control) => <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />}
        </Field>
        {failure && <Alert tone="error">{messageOf(failure, linkCopy.failed)}</Alert>}
        <Button type="submit" size="large" wide busy={busy} busyText={linkCopy.savingPassword}>
          {linkCopy.savePassword}
        </Button>
      </form>
    </AccountPage>
  );
}
