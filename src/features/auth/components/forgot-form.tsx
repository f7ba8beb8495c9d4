"use client";

import { MailCheck } from "lucide-react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { NeedsScript } from "@/components/ui/needs-script";
import { passFocusOn, takeFocus } from "@/components/ui/take-focus";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { linkCopy } from "../messages";
import { AccountPage } from "./account-page";
import { AskOffice, type Office } from "./ask-office";
import { OutcomePanel } from "./outcome-panel";

/** Requests a password reset link (decision 6). `office` is for people whom no email reaches. */
export function ForgotForm({ office }: { office: Office }) {
  const request = api.auth.requestReset.useMutation();
  const { form, faults, failure, busy, answer, forget } = useServerForm({
    fields: ["email"],
    send: async ({ email }) => ({ email, ...(await request.mutateAsync({ email })) }),
  });

  // The mail server was removed from the configuration while the form was open.
  if (answer?.mailed === false)
    return (
      <div ref={takeFocus} tabIndex={-1} className="outline-none">
        <AskOffice office={office} />
      </div>
    );

  if (answer)
    return (
      <AccountPage title={linkCopy.forgotTitle}>
        <OutcomePanel icon={<MailCheck />} title={linkCopy.linkSent}>
          <p className="wrap-anywhere">{linkCopy.linkSentTo(answer.email)}</p>
          <p>{linkCopy.linkSentHint}</p>
        </OutcomePanel>
        <Button ref={passFocusOn} variant="secondary" wide onClick={forget}>
          {linkCopy.otherAddress}
        </Button>
        <BackToLogin />
      </AccountPage>
    );

  return (
    <AccountPage title={linkCopy.forgotTitle} lead={linkCopy.forgotLead}>
      <form {...form} className="grid gap-5">
        <NeedsScript />
        <Field label="Email Address" error={faults.email}>
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" placeholder="you@example.com" />
          )}
        </Field>
        {failure && <Alert tone="error">{messageOf(failure, linkCopy.failed)}</Alert>}
        <Button type="submit" size="large" wide busy={busy} busyText={linkCopy.sendingLink}>
          {linkCopy.sendLink}
        </Button>
      </form>
      <p className="-mb-3 grid justify-items-center text-center text-ink-soft text-sm">
        {linkCopy.noAddress}
        <Link href="/join" className="link inline-flex min-h-11 items-center">
          {linkCopy.useCode}
        </Link>
      </p>
      <BackToLogin />
      <p className="border-line border-t pt-5 text-ink-soft text-sm">{linkCopy.forgotAdmin}</p>
    </AccountPage>
  );
}

function BackToLogin() {
  return (
    <p className="-my-2 text-center text-sm">
      <Link href="/login" className="link inline-flex min-h-11 items-center">
        {linkCopy.backToLogin}
      </Link>
    </p>
  );
}
