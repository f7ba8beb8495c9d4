import { useId } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { PasswordInput } from "@/components/ui/password-input";
import { Segmented } from "@/components/ui/segmented";
import { identifierOf } from "@/lib/principal";
import { copy } from "../messages";
import { LoginAttempt } from "./login-attempt";
import { RefusalText } from "./refusal-text";
import { When } from "./when";

const roles = [
  { value: "user", label: "User" },
  { value: "admin", label: "Admin" },
] as const;

const email = {
  name: identifierOf.user,
  // An admission number or a phone number is accepted, too.
  inputMode: "email",
  autoComplete: "username",
  autoCapitalize: "none",
  spellCheck: false,
  placeholder: "you@example.com",
} as const;
const username = {
  name: identifierOf.admin,
  autoComplete: "username",
  autoCapitalize: "none",
  spellCheck: false,
} as const;
const password = { name: "password", autoComplete: "current-password" } as const;
const newPassword = { name: "newPassword", autoComplete: "new-password", autoFocus: true } as const;
const code = { name: "code", autoComplete: "one-time-code", autoCapitalize: "none", autoFocus: true } as const;

type LoginFormProps = {
  /** The page that redirected here. */
  next: string | null;
};

/** The login page (spec §2). Its states are rendered on the server, so that the browser needs little code. */
export function LoginForm({ next }: LoginFormProps) {
  const refusalId = useId();
  const role = next?.startsWith("/admin") ? "admin" : "user";
  // The message does not reveal which of the two is wrong, so it belongs to both.
  const wrong = { "aria-invalid": true, "aria-describedby": refusalId } as const;

  return (
    <LoginAttempt role={role} next={next} brokenText={copy.loginBroke}>
      <Segmented label="Log in as" name="role" options={roles} defaultValue={role} />
      <When state="user">
        <Field label="Email Address" hint="Or the admission number, or the phone number of a parent.">
          {(control) => (
            <When state="wrong" otherwise={<Input {...control} {...email} />}>
              <Input {...control} {...email} {...wrong} />
            </When>
          )}
        </Field>
      </When>
      <When state="admin">
        <Field label="Username">
          {(control) => (
            <When state="wrong" otherwise={<Input {...control} {...username} />}>
              <Input {...control} {...username} {...wrong} />
            </When>
          )}
        </Field>
      </When>
      <Field label="Password">
        {(control) => (
          <When state="wrong" otherwise={<PasswordInput {...control} {...password} />}>
            <PasswordInput {...control} {...password} {...wrong} />
          </When>
        )}
      </Field>
      <When state="renewed">
        <Field label={copy.newPassword} hint={copy.staffPasswordTooShort}>
          {(control) => <PasswordInput {...control} {...newPassword} />}
        </Field>
      </When>
      <When state="coded">
        <Field label={copy.code} hint={copy.codeHint}>
          {(control) => <Input {...control} {...code} />}
        </Field>
      </When>
      <div className="flex flex-wrap items-center justify-between gap-x-1">
        <When state="user">
          <Checkbox name="remember" label="Remember me" />
        </When>
        <Link href="/forgot-password" className="link flex min-h-11 items-center text-sm max-sm:text-xs">
          {copy.forgot}
        </Link>
      </div>
      <When state="refused">
        <div id={refusalId}>
          <Alert
            tone="error"
            action={
              <When state="locked">
                <ButtonLink href="/forgot-password">{copy.forgot}</ButtonLink>
              </When>
            }
          >
            <RefusalText />
          </Alert>
        </div>
      </When>
      <When
        state="busy"
        otherwise={
          <Button type="submit" size="large" wide>
            {copy.signIn}
          </Button>
        }
      >
        {/* No submit button: that needs a handler, which the server cannot send. */}
        <Button size="large" wide busy>
          {copy.signingIn}
        </Button>
      </When>
      <When state="user">
        <p className="text-center text-ink-soft text-sm">
          New here?{" "}
          <Link href="/signup" className="link inline-flex min-h-11 items-center">
            Sign up now
          </Link>
        </p>
      </When>
    </LoginAttempt>
  );
}
