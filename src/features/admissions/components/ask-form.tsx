"use client";

import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { useFacts } from "@/components/site/facts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { NeedsScript } from "@/components/ui/needs-script";
import { telHere } from "@/components/ui/phone-text";
import { passFocusOn, takeLostFocus } from "@/components/ui/take-focus";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { familyCopy as copy } from "../messages-family";
import { FamilySheet } from "./family-sheet";

type AskFormProps = {
  /** Links are sent by email; without a mail server, the phone number opens the application. */
  byMail: boolean;
  /** The reference from the URL. */
  number: string | null;
  /** Why a link or a session was rejected. */
  refusal: string | undefined;
  onOpened: () => Promise<void>;
};

/** Requests the link to an application. The response does not reveal whether one exists. */
export function AskForm({ byMail, number, refusal, onOpened }: AskFormProps) {
  const office = useFacts();
  const ask = api.services.askToFollow.useMutation();
  const { form, faults, failure, busy, answer, forget } = useServerForm({
    fields: ["reference", "email", "phone"],
    once: true,
    async send({ phone, ...given }) {
      const { mailed } = await ask.mutateAsync({ ...given, ...(!byMail && phone.trim() && { phone }) });
      if (!mailed) await onOpened();
      return given;
    },
  });
  const reference = useRef<HTMLInputElement>(null);
  const filled = useRef("");
  const [asked, setAsked] = useState(answer);
  const isAsked = answer !== undefined && byMail;
  // Input typed before the page read its URL stays; the number of an earlier link does not.
  useEffect(() => {
    const field = reference.current;
    if (isAsked || !number || !field || !["", filled.current, number].includes(field.value)) return;
    filled.current = number;
    field.value = number;
  }, [number, isAsked]);

  function askAgain() {
    setAsked(answer);
    forget();
  }

  if (isAsked) return <Asked email={answer.email} onAgain={askAgain} />;
  return (
    <FamilySheet title={copy.askTitle} lead={copy.lead}>
      {refusal && !failure && (
        <div ref={takeLostFocus} tabIndex={-1}>
          <Alert tone="warning">{refusal}</Alert>
        </div>
      )}
      <form {...form} noValidate className="grid gap-5">
        <NeedsScript />
        <Field label={copy.number} hint={byMail ? copy.numberHint : copy.numberHintUnmailed} error={faults.reference}>
          {(control) => (
            <Input
              {...control}
              ref={reference}
              name="reference"
              defaultValue={asked?.reference ?? number ?? ""}
              autoComplete="off"
              autoCapitalize="characters"
            />
          )}
        </Field>
        <Field label={copy.email} hint={byMail && copy.emailHint} error={faults.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              inputMode="email"
              defaultValue={asked?.email}
            />
          )}
        </Field>
        {!byMail && (
          <Field label={copy.phone} hint={copy.bothHint} error={faults.phone}>
            {(control) => <Input {...control} name="phone" type="tel" autoComplete="tel" inputMode="tel" />}
          </Field>
        )}
        {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
        <Button type="submit" size="large" wide busy={busy} busyText={byMail ? copy.asking : copy.opening}>
          {byMail ? copy.ask : copy.askUnmailed}
        </Button>
      </form>
      <div className="-my-2 text-center text-ink-soft text-sm">
        <p>
          {copy.lostNumber}{" "}
          <a href={telHere(office.phone)} className="figures link inline-flex min-h-11 items-center">
            {office.phone}
          </a>
        </p>
        <p>
          {copy.noApplication}{" "}
          <Link href="/services" className="link inline-flex min-h-11 items-center">
            {copy.apply}
          </Link>
        </p>
      </div>
    </FamilySheet>
  );
}

function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <FamilySheet title={copy.askTitle}>
      <div
        ref={panel}
        role="status"
        tabIndex={-1}
        className="grid animate-rise grid-cols-1 justify-items-center gap-2 rounded-lg bg-success-soft px-5 py-9 text-center outline-none"
      >
        <MailCheck aria-hidden className="mb-2 size-10 text-success" />
        <h2 className="text-xl">{copy.askedTitle}</h2>
        <p className="wrap-anywhere text-sm">{copy.askedHint(email)}</p>
        <p className="text-sm">{copy.askedNone}</p>
      </div>
      <Button ref={passFocusOn} variant="secondary" wide onClick={onAgain}>
        {copy.askAgain}
      </Button>
    </FamilySheet>
  );
}
