"use client";

import { clsx } from "clsx";
import type { FormEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Textarea } from "@/components/ui/textarea";
import { api } from "@/trpc/client";
import { copy } from "../copy";
import { DonePanel } from "./done-panel";
import { TrapField } from "./trap-field";
import { useSentForm } from "./use-sent-form";

type Typed = Record<"name" | "email" | "phone" | "message", string>;

/** A message to the institute (decision 25). */
export function MessageForm() {
  // Without a network it fails at once instead of waiting for one.
  const message = api.services.sendMessage.useMutation({ networkMode: "always" });
  const { form, phase, faults, failure, send, restart } = useSentForm(message.mutateAsync);
  const isDone = phase === "done";

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { consent, ...typed } = Object.fromEntries(new FormData(event.currentTarget)) as Typed & { consent?: string };
    // The box is required; the server refuses a message without it all the same.
    void send({ ...typed, consent: (consent === "on") as true });
  }

  return (
    <div className="grid gap-6">
      <h2 className="text-2xl">{copy.messageTitle}</h2>
      <div className="grid">
        {isDone && (
          <DonePanel
            title={copy.sent}
            hint={copy.sentHint}
            action={
              <Button variant="secondary" onClick={restart}>
                {copy.sendAnother}
              </Button>
            }
          />
        )}
        <form
          ref={form}
          method="post"
          onSubmit={onSubmit}
          className={clsx("col-start-1 row-start-1 grid min-w-0 gap-5", isDone && "invisible")}
        >
          <Field label="Name" error={faults.name}>
            {(control) => <Input {...control} name="name" autoComplete="name" maxLength={200} />}
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Email" error={faults.email}>
              {(control) => (
                <Input {...control} name="email" type="email" autoComplete="email" inputMode="email" maxLength={254} />
              )}
            </Field>
            <Field label="Phone" optional error={faults.phone}>
              {(control) => (
                <Input {...control} name="phone" type="tel" autoComplete="tel" inputMode="tel" maxLength={40} />
              )}
            </Field>
          </div>
          <Field label="Message" error={faults.message}>
            {(control) => <Textarea {...control} name="message" rows={6} maxLength={4000} autoComplete="off" />}
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
          <TrapField />
          {failure && <Alert tone="error">{failure}</Alert>}
          <Button type="submit" size="large" wide busy={phase === "sending" || isDone} busyText={copy.sending}>
            {copy.send}
          </Button>
        </form>
      </div>
    </div>
  );
}
