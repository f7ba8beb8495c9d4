"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useIsHere } from "@/components/form/use-lead";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { useMailMode } from "@/components/ui/mail-mode";
import { PasswordInput } from "@/components/ui/password-input";
import { passFocusOn } from "@/components/ui/take-focus";
import { isLongEnough, passwordLength, tooShort } from "@/lib/password-length";
import { api } from "@/trpc/client";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { joinScreens as copy } from "../messages-screens";
import type { CodeOwnerView } from "../schema";
import { ConsentField } from "./consent-field";
import { openLogin } from "./open-login";

type JoinFormProps = {
  code: string;
  owner: CodeOwnerView;
  /** The person logged in with this browser. */
  signedIn: string | undefined;
  onOther: () => void;
  /** Called with the owner as the server describes it now. */
  onLooked: (owner: CodeOwnerView) => void;
  /** Called with the new login name, and whether the login succeeded. */
  onDone: (identifier: string, isIn: boolean) => void;
};

/** Sets the password with a code, and optionally an address. */
export function JoinForm({ code, owner, signedIn, onOther, onLooked, onDone }: JoinFormProps) {
  const router = useRouter();
  const isMailOn = useMailMode();
  const { passwordRole } = owner;
  const isFirst = owner.purpose !== "password";
  // Staff are invited by their address.
  const asksEmail = isFirst && (passwordRole === "user" || owner.needsEmail);
  const join = api.codes.join.useMutation();
  const look = api.codes.look.useMutation();
  const isHere = useIsHere();
  const isLost = useRef(false);
  const [mayBeSet, setMayBeSet] = useState(false);

  /** The response to an earlier attempt may be lost: the code is then used up, and the password is set. */
  async function refused(error: unknown, email: string, password: string) {
    if (codeOf(error) === undefined) isLost.current = true;
    // The children are no longer those that the page names.
    if (faultsOf(error).consent) {
      const now = await look.mutateAsync({ code }).catch(() => undefined);
      if (now && isHere()) onLooked(now);
    }
    if (!isLost.current || !faultsOf(error).code) throw error;
    const isIn = email !== "" && (await openLogin(owner.side, email, password, signedIn !== undefined));
    setMayBeSet(!isIn);
    if (!isIn) throw error;
    return { identifier: email, isIn };
  }

  const { form, faults, failure, busy } = useServerForm({
    fields: ["email", "password", "consent"],
    check: ({ password }) => (isLongEnough(password, passwordRole) ? {} : { password: tooShort[passwordRole] }),
    send: async ({ email, password, consent }) => {
      const agreed = consent === "on" && { consent: true, consentFor: owner.consentFor };
      const given = { code, password, ...(asksEmail && { email }), ...agreed };
      const joined = await join.mutateAsync(given).catch((error: unknown) => refused(error, email.trim(), password));
      if ("isIn" in joined) return joined;
      const { identifier } = joined;
      return { identifier, isIn: await openLogin(owner.side, identifier, password, signedIn !== undefined) };
    },
    onDone: ({ identifier, isIn }) => {
      onDone(identifier, isIn);
      router.refresh();
    },
    once: true,
  });
  return (
    <form {...form} className="grid gap-5">
      {signedIn !== undefined && (
        <Alert tone="info" title={copy.signedInAs(signedIn)}>
          {copy.signedInHint}
        </Alert>
      )}
      {asksEmail && (
        <Field
          label={copy.email}
          optional={!owner.needsEmail}
          error={faults.email}
          hint={owner.needsEmail ? copy.emailNeededHint : isMailOn ? copy.emailHint : copy.emailHintKept}
        >
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="email" placeholder="you@example.com" />
          )}
        </Field>
      )}
      <Field label={isFirst ? copy.password : copy.newPassword} error={faults.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="new-password"
            placeholder={copy.passwordPlaceholder(passwordLength[passwordRole])}
          />
        )}
      </Field>
      {isFirst && (
        <>
          <Checkbox
            name="terms"
            required
            label={
              <>
                {copy.agree}{" "}
                <Link href="/terms" target="_blank" className="font-semibold text-accent underline underline-offset-4">
                  {copy.terms}
                </Link>
              </>
            }
          />
          <ConsentField key={owner.consentFor.join()} names={owner.consentFor} fault={faults.consent} />
          <p className="text-ink-soft text-sm">
            {copy.privacyBefore}{" "}
            <Link href="/privacy" target="_blank" className="link">
              {copy.privacy}
            </Link>
            .
          </p>
        </>
      )}
      {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
      {faults.code && mayBeSet && (
        <Alert tone="info">
          {copy.mayBeSet}{" "}
          <Link href="/login" className="link">
            {copy.signIn}
          </Link>
        </Alert>
      )}
      <Button type="submit" size="large" wide busy={busy} busyText={copy.busy}>
        {isFirst ? copy.join : copy.setPassword}
      </Button>
      <Button ref={passFocusOn} variant="quiet" wide onClick={onOther}>
        {copy.otherCode}
      </Button>
    </form>
  );
}
