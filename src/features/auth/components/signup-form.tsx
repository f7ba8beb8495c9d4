"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { isLongEnough } from "@/lib/limits";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { faultsOf, messageOf } from "@/trpc/failure";
import { copy } from "../copy";

/** A student's new account (spec §2, §5). */
export function SignupForm() {
  const router = useRouter();
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const sending = useOneAtATime();
  const signup = api.auth.signup.useMutation({
    onSuccess() {
      toast.success(copy.signedUp);
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
    const { name = "", email = "", password = "", confirmPassword } = textsOf(event.currentTarget);
    const found: Faults = {};
    if (!isLongEnough(password, "user")) found.password = copy.passwordTooShort;
    if (password !== confirmPassword) found.confirmPassword = copy.passwordsDiffer;
    setFaults(found);
    if (Object.keys(found).length === 0 && sending.begin()) signup.mutate({ name, email, password });
  }

  // What is wrong with a field is said at the field.
  const failed = signup.isError && Object.keys(faults).length === 0;

  return (
    <form ref={form} method="post" onSubmit={submit} className="grid gap-5">
      <Field label="Full Name" error={faults.name}>
        {(control) => <Input {...control} name="name" autoComplete="name" maxLength={100} />}
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
      <p className="text-ink-soft text-sm">
        What we keep about you, and why, stands in the{" "}
        <Link href="/privacy" target="_blank" className="link">
          Privacy Policy
        </Link>
        .
      </p>
      {failed && <Alert tone="error">{messageOf(signup.error, copy.signupFailed)}</Alert>}
      <Button
        type="submit"
        size="large"
        wide
        busy={signup.isPending || signup.isSuccess}
        busyText={copy.creatingAccount}
      >
        {copy.createAccount}
      </Button>
      <p className="text-center text-ink-soft text-sm">
        Already have an account?{" "}
        <Link
          href="/login"
          className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
        >
          Sign in
        </Link>
      </p>
    </form>
  );
}
