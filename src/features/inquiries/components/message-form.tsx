"use client";

import { clsx } from "clsx";
import { useRef } from "react";
import { DonePanel } from "@/components/form/done-panel";
import { HoneypotField } from "@/components/form/honeypot-field";
import { usePublicForm } from "@/components/form/use-public-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Textarea } from "@/components/ui/textarea";
import { api } from "@/trpc/client";
import { copy } from "../messages";

const fields = ["name", "email", "phone", "message", "consent"] as const;

/** The contact form (decision 25). */
export function MessageForm() {
  const message = api.services.sendMessage.useMutation();
  const { form, honeypot, faults, failure, busy, isDone, restart } = usePublicForm(
    fields,
    // Both the browser and the server require the checkbox.
    ({ consent, ...given }) => message.mutateAsync({ ...given, consent: (consent === "on") as true }),
    copy.sent,
  );

  const title = useRef<HTMLHeadingElement>(null);

  function again() {
    // The button disappears with its panel.
    title.current?.focus();
    restart();
  }

  return (
    <div className="grid gap-6">
      <h2 ref={title} tabIndex={-1} className="text-2xl">
        {copy.messageTitle}
      </h2>
      <div className="grid">
        {isDone && (
          <DonePanel
            title={copy.sent}
            hint={copy.sentHint}
            action={
              <Button variant="secondary" onClick={again}>
                {copy.sendAnother}
              </Button>
            }
          />
        )}
        <form {...form} className={clsx("col-start-1 row-start-1 grid min-w-0 gap-5", isDone && "invisible")}>
          <Field label="Name" error={faults.name}>
            {(control) => <Input {...control} name="name" autoComplete="name" />}
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Email" error={faults.email}>
              {(control) => <Input {...control} name="email" type="email" autoComplete="email" inputMode="email" />}
            </Field>
            <Field label="Phone" optional error={faults.phone}>
              {(control) => <Input {...control} name="phone" type="tel" autoComplete="tel" inputMode="tel" />}
            </Field>
          </div>
          <Field label="Message" error={faults.message}>
            {(control) => <Textarea {...control} name="message" rows={6} autoComplete="off" />}
          </Field>
          <Checkbox
            name="consent"
            required
            error={faults.consent}
            label={
              <>
                I agree with{" "}
                <Link href="/terms" target="_blank" className="link">
                  Terms of Use
                </Link>{" "}
                and{" "}
                <Link href="/privacy" target="_blank" className="link">
                  Privacy Policy
                </Link>
              </>
            }
          />
          <HoneypotField ref={honeypot} />
          {failure && <Alert tone="error">{failure}</Alert>}
          <Button type="submit" size="large" wide busy={busy} busyText={copy.sending}>
            {copy.send}
          </Button>
        </form>
      </div>
    </div>
  );
}
