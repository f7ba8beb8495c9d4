"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useId, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast";
import { type Account, forgetAccount, rememberAccount } from "@/lib/account";
import { textsOf } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import type { Role } from "@/lib/principal";
import { copy } from "../copy";
import { afterLogin } from "../rules";
import type { AccountView } from "../schema";
import { signIn } from "./session-calls";

const roles = [
  { value: "user", label: "User" },
  { value: "admin", label: "Admin" },
] as const;

type LoginFormProps = {
  /** The page that sent the person here. */
  next: string | null;
  /** Whom to write to for a forgotten password. */
  helpAddress: string;
};

/** The login (spec §2). */
export function LoginForm({ next, helpAddress }: LoginFormProps) {
  const router = useRouter();
  const [role, setRole] = useState<Role>("user");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const errorId = useId();
  const sending = useOneAtATime();

  // The server showed this form, so nobody is logged in, whatever an old display hint says.
  useEffect(forgetAccount, []);

  async function login(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!sending.begin()) return;
    const given = textsOf(event.currentTarget);
    setBusy(true);
    setError(undefined);
    try {
      const { email = "", username = "", password = "", remember } = given;
      const account = await signIn(role, {
        ...(role === "user" ? { email } : { username }),
        password,
        remember: String(remember === "on"),
      });
      if ("refused" in account) {
        refuse(account.refused);
        return;
      }
      rememberAccount(accountOf(account));
      toast.success(copy.loggedIn);
      router.push(afterLogin(account.role, next));
      router.refresh();
    } catch (failure) {
      console.error(failure);
      refuse(copy.loginBroke);
    }
  }

  function refuse(message: string) {
    setError(message);
    setBusy(false);
    sending.end();
  }

  // Which of the two is wrong is not told, so the message belongs to both.
  const wrong = error ? ({ "aria-invalid": true, "aria-describedby": errorId } as const) : {};

  return (
    <form method="post" onSubmit={login} onChange={() => setError(undefined)} className="grid gap-5">
      <Segmented label="Log in as" name="role" value={role} options={roles} onChange={setRole} />
      {role === "user" ? (
        <Field key="user" label="Email Address">
          {(control) => (
            <Input
              {...control}
              {...wrong}
              name="email"
              type="email"
              autoComplete="username"
              placeholder="you@example.com"
            />
          )}
        </Field>
      ) : (
        <Field key="admin" label="Username">
          {(control) => (
            <Input
              {...control}
              {...wrong}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      <Field label="Password">
        {(control) => <PasswordInput {...control} {...wrong} name="password" autoComplete="current-password" />}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Checkbox name="remember" label="Remember me" />
        <a
          href={`mailto:${helpAddress}?subject=Forgotten%20password`}
          className="flex min-h-11 items-center font-semibold text-accent text-sm underline-offset-4 hover:underline"
        >
          Forgot your password?
        </a>
      </div>
      {error && (
        <div id={errorId}>
          <Alert tone="error">{error}</Alert>
        </div>
      )}
      <Button type="submit" size="large" wide busy={busy} busyText={copy.signingIn}>
        {copy.signIn}
      </Button>
      <p className="text-center text-ink-soft text-sm">
        New here?{" "}
        <Link
          href="/signup"
          className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
        >
          Sign up now
        </Link>
      </p>
    </form>
  );
}

function accountOf({ _id, role, name, email, username }: AccountView): Account {
  return role === "admin" ? { role, name, username: username ?? "" } : { role, _id, name, email: email ?? "" };
}
