"use client";

import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { DonePanel } from "@/components/form/done-panel";
import { HoneypotField } from "@/components/form/honeypot-field";
import { usePublicForm } from "@/components/form/use-public-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { leftBehind } from "@/lib/unsent";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { SubmittedView } from "../schema";
import { ConsentNote } from "./consent-note";
import { ReferenceLine } from "./reference-line";
import { ClassChoice, type WaitingClass } from "./waiting-note";

/** How long the success message is shown before the empty form (spec §9). */
const successTime = 3000;

const fields = ["selectedClass", "name", "parentName", "email", "phone", "previousSchool"] as const;

/** The admission form (spec §2, §4, §5). */
export function AdmissionForm({ waiting }: { waiting: readonly WaitingClass[] }) {
  const submit = api.services.submit.useMutation();
  const [submitted, setSubmitted] = useState(() => leftBehind.get("receipt") as SubmittedView | undefined);
  const { form, honeypot, faults, failure, busy, isDone, restart } = usePublicForm(
    fields,
    async (given) => {
      const receipt = await submit.mutateAsync(given);
      leftBehind.set("receipt", receipt);
      setSubmitted(receipt);
    },
    copy.applied,
  );
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => {
      // Move the focus to the heading above the reference, unless it is somewhere else by now.
      if (document.activeElement?.role === "status") heading.current?.focus();
      restart();
    }, successTime);
    return () => clearTimeout(timer);
  }, [isDone, restart]);

  return (
    <div className="grid gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {copy.formTitle}
      </h2>
      {submitted && !isDone && <ReferenceLine key={submitted.reference} submitted={submitted} />}
      <div className="grid">
        {isDone && (
          <DonePanel title={copy.applied} hint={submitted?.state === "waiting" ? copy.onWaitingList : copy.appliedHint}>
            <p className="grid">
              {copy.yourReference}
              <strong className="figures font-semibold text-3xl">{submitted?.reference}</strong>
            </p>
          </DonePanel>
        )}
        <form {...form} className={clsx("col-start-1 row-start-1 grid min-w-0 gap-5", isDone && "invisible")}>
          {/* A new key clears the note together with the choice. */}
          <ClassChoice key={String(isDone)} waiting={waiting} error={faults.selectedClass} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Name" hint="The student’s full name" error={faults.name}>
              {(control) => <Input {...control} name="name" autoComplete="section-student name" />}
            </Field>
            <Field label="Parent Name" hint="Mother, father or guardian" error={faults.parentName}>
              {(control) => <Input {...control} name="parentName" autoComplete="name" />}
            </Field>
            <Field label="Email" error={faults.email}>
              {(control) => <Input {...control} name="email" type="email" autoComplete="email" inputMode="email" />}
            </Field>
            <Field label="Phone" error={faults.phone}>
              {(control) => <Input {...control} name="phone" type="tel" autoComplete="tel" inputMode="tel" />}
            </Field>
          </div>
          <Field label="Previous School" optional error={faults.previousSchool}>
            {(control) => <Input {...control} name="previousSchool" autoComplete="section-student organization" />}
          </Field>
          <ConsentNote />
          <HoneypotField ref={honeypot} />
          {failure && <Alert tone="error">{failure}</Alert>}
          <Button type="submit" size="large" wide busy={busy} busyText={copy.processing}>
            {copy.apply}
          </Button>
        </form>
      </div>
    </div>
  );
}
