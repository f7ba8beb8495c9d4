"use client";

import { ChevronRight, Users } from "lucide-react";
import { useLead } from "@/components/form/use-lead";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { isLongEnough, tooShort } from "@/lib/password-length";
import { askSession, signOut } from "@/lib/session-calls";
import { useSignedIn } from "@/lib/use-signed-in";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy, linkCopy } from "../messages";
import { noteSignedUp } from "./signed-up";

/** A student's new account (spec §2, §5). */
export function SignupForm() {
  const lead = useLead();
  const signedIn = useSignedIn();
  const signup = api.auth.signup.useMutation();
  const { form, faults, failure, busy, error } = useServerForm({
    fields: ["name", "email", "password", "confirmPassword"],
    check: ({ password, confirmPassword }) => ({
      ...(!isLongEnough(password, "user") && { password: tooShort.user }),
      ...(password !== confirmPassword && { confirmPassword: copy.passwordsDiffer }),
    }),
    send: ({ confirmPassword: _, ...given }) => signup.mutateAsync(given),
    async onDone(_answer, { elements, isConnected }) {
      const typed = elements.namedItem("email");
      if (typed instanceof HTMLInputElement) noteSignedUp(typed.value);
      toast.success(copy.signedUp);
      // Another person's session would skip the login page.
      const other = isConnected && (signedIn ?? (await askSession().catch(() => null)));
      if (other) await signOut().catch((error: unknown) => console.error(error));
      lead("/login");
    },
    once: true,
  });

  return (
    <form {...form} className="grid grid-cols-1 gap-5">
      {signedIn && <Alert tone="info">{linkCopy.otherSignedIn(signedIn.name)}</Alert>}
      <Link
        href="/join"
        className="-mt-1 flex min-h-14 flex-wrap items-center gap-3 rounded-md bg-accent-soft px-4 py-2 font-semibold text-sm hover:text-accent"
      >
        <Users aria-hidden className="size-5 shrink-0 text-accent" />
        <span className="min-w-0 grow basis-32">{copy.parentHint}</span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </Link>
      <Field label="Full Name" error={faults.name}>
        {(control) => <Input {...control} name="name" autoComplete="name" />}
      </Field>
      <Field label="Email Address" error={faults.email}>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="username" placeholder="you@example.com" />
        )}
      </Field>
      <Field label="Password" error={faults.password}>
        {(control) => (
          <PasswordInput {...control} name="password" autoComplete="new-password" placeholder="min. 6 characters" />
        )}
      </Field>
      <Field label="Confirm Password" error={faults.confirmPassword}>
        {(control) => <PasswordInput {...control} name="confirmPassword" autoComplete="new-password" />}
      </Field>
      <div>
        <Checkbox
          name="terms"
          required
          label={
            <>
              I agree to the{" "}
              <Link href="/terms" target="_blank" className="font-semibold text-accent underline underline-offset-4">
                Terms and Conditions
              </Link>
            </>
          }
        />
        <p className="ms-8 text-ink-soft text-sm">
          What we keep about you, and why, is in the{" "}
          <Link href="/privacy" target="_blank" className="link">
            Privacy Policy
          </Link>
          .
        </p>
      </div>
      {codeOf(error) === "CONFLICT" && (
        <Alert tone="info" action={<ButtonLink href="/join">{copy.useCode}</ButtonLink>}>
          {copy.takenHint}
        </Alert>
      )}
      {failure && <Alert tone="error">{messageOf(failure, copy.signupFailed)}</Alert>}
      <Button type="submit" size="large" wide busy={busy} busyText={copy.creatingAccount}>
        {copy.createAccount}
      </Button>
      <p className="text-center text-ink-soft text-sm">
        Already have an account?{" "}
        <Link href="/login" className="link inline-flex min-h-11 items-center">
          Sign in
        </Link>
      </p>
    </form>
  );
}
