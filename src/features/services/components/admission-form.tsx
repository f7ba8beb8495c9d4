"use client";

import { clsx } from "clsx";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { api } from "@/trpc/client";
import { copy } from "../copy";
import type { SubmittedView } from "../schema";
import { ConsentNote } from "./consent-note";
import { DonePanel } from "./done-panel";
import { ReferenceLine } from "./reference-line";
import { TrapField } from "./trap-field";
import { useSentForm } from "./use-sent-form";

/** How long the success is shown before the form is empty again (spec §9). */
const successTime = 3000;

type Typed = Record<"selectedClass" | "name" | "parentName" | "email" | "phone" | "previousSchool", string>;

/** A family's application for admission (spec §2, §4, §5). */
export function AdmissionForm() {
  // Without a network it fails at once instead of waiting for one.
  const submit = api.services.submit.useMutation({ networkMode: "always" });
  const [submitted, setSubmitted] = useState<SubmittedView>();
  const { form, phase, faults, failure, send, restart } = useSentForm(async (typed: Typed) =>
    setSubmitted(await submit.mutateAsync(typed)),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = phase === "done";

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => {
      // Who has not gone on to something else is brought to the heading, and so to the reference below it.
      if (document.activeElement?.role === "status") heading.current?.focus();
      restart();
    }, successTime);
    return () => clearTimeout(timer);
  }, [isDone, restart]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void send(Object.fromEntries(new FormData(event.currentTarget)) as Typed);
  }

  return (
    <div className="grid gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {copy.formTitle}
      </h2>
      {submitted && !isDone && <ReferenceLine key={submitted.reference} submitted={submitted} />}
      <div className="grid">
        {isDone && (
          <DonePanel title={copy.applied} hint={copy.appliedHint}>
            <p className="grid">
              {copy.yourReference}
              <strong className="figures font-semibold text-3xl">{submitted?.reference}</strong>
            </p>
          </DonePanel>
        )}
        <form
          ref={form}
          method="post"
          onSubmit={onSubmit}
          className={clsx("col-start-1 row-start-1 grid min-w-0 gap-5", isDone && "invisible")}
        >
          <ClassField name="selectedClass" error={faults.selectedClass} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Name" hint="The student’s full name" error={faults.name}>
              {(control) => <Input {...control} name="name" autoComplete="section-student name" maxLength={200} />}
            </Field>
            <Field label="Parent Name" hint="Mother, father or guardian" error={faults.parentName}>
              {(control) => <Input {...control} name="parentName" autoComplete="name" maxLength={200} />}
            </Field>
            <Field label="Email" error={faults.email}>
              {(control) => (
                <Input {...control} name="email" type="email" autoComplete="email" inputMode="email" maxLength={254} />
              )}
            </Field>
            <Field label="Phone" error={faults.phone}>
              {(control) => (
                <Input {...control} name="phone" type="tel" autoComplete="tel" inputMode="tel" maxLength={40} />
              )}
            </Field>
          </div>
          <Field label="Previous School" optional error={faults.previousSchool}>
            {(control) => (
              <Input {...control} name="previousSchool" autoComplete="section-student organization" maxLength={200} />
            )}
          </Field>
          <ConsentNote />
          <TrapField />
          {failure && <Alert tone="error">{failure}</Alert>}
          <Button type="submit" size="large" wide busy={phase === "sending" || isDone} busyText={copy.processing}>
            {copy.apply}
          </Button>
        </form>
      </div>
    </div>
  );
}
