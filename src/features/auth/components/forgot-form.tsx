"use client";

import { MailCheck, MailX } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { NeedsScript } from "@/components/ui/needs-script";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { faultsOf, messageOf } from "@/trpc/failure";
import { linkCopy } from "../copy";
import { AccountPage } from "./account-page";
import { OutcomePanel } from "./outcome-panel";

type ForgotFormProps = {
  /** Whom to write to where no mail leaves the site. */
  office: string;
};

/** Asks for the link to a new password (decision 6). */
export function ForgotForm({ office }: ForgotFormProps) {
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const sending = useOneAtATime();
  const request = api.auth.requestReset.useMutation({
    networkMode: "always",
    onSettled: sending.end,
    onError(error) {
      console.error(error);
      setFaults(faultsOf(error));
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFaults({});
    const { email = "" } = textsOf(event.currentTarget);
    if (sending.begin()) request.mutate({ email });
  }

  if (request.isSuccess)
    return (
      <AccountPage title={linkCopy.forgotTitle}>
        {request.data.mailed ? (
          <>
            <OutcomePanel tone="success" icon={<MailCheck />} title={linkCopy.linkSent}>
              <p className="wrap-anywhere">{linkCopy.linkSentTo(request.variables.email)}</p>
              <p>{linkCopy.linkSentHint}</p>
            </OutcomePanel>
            <Button variant="secondary" wide onClick={request.reset}>
              {linkCopy.otherAddress}
            </Button>
          </>
        ) : (
          <OutcomePanel tone="info" icon={<MailX />} title={linkCopy.noMailTitle}>
            <p>{linkCopy.noMailHint}</p>
            <p>
              <a href={`mailto:${office}`} className="link inline-flex min-h-11 items-center break-all">
                {office}
              </a>
            </p>
          </OutcomePanel>
        )}
        <BackToLogin />
      </AccountPage>
    );

  // What is wrong with the address is said at the address.
  const failed = request.isError && Object.keys(faults).length === 0;

  return (
    <AccountPage title={linkCopy.forgotTitle} lead={linkCopy.forgotLead}>
      <form ref={form} method="post" onSubmit={submit} className="grid gap-5">
        <NeedsScript />
        <Field label="Email Address" error={faults.email}>
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" placeholder="you@example.com" />
          )}
        </Field>
        {failed && <Alert tone="error">{messageOf(request.error, linkCopy.failed)}</Alert>}
        <Button type="submit" size="large" wide busy={request.isPending} busyText={linkCopy.sendingLink}>
          {linkCopy.sendLink}
        </Button>
      </form>
      <BackToLogin />
      <p className="border-line border-t pt-5 text-ink-soft text-sm">{linkCopy.forgotAdmin}</p>
    </AccountPage>
  );
}

function BackToLogin() {
  return (
    <p className="-my-2 text-center text-sm">
      <Link
        href="/login"
        className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
      >
        {linkCopy.backToLogin}
      </Link>
    </p>
  );
}
