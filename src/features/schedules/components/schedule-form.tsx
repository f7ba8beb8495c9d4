"use client";

import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { copy } from "../copy";

/** Announces a test (spec §2, §5, §8). Keeps what was typed until the server has it. */
export function ScheduleForm() {
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const sending = useOneAtATime();
  const cache = api.useUtils();
  const add = api.schedules.add.useMutation({
    onSettled: sending.end,
    onSuccess() {
      form.current?.reset();
      void cache.schedules.list.invalidate();
    },
    onError(error) {
      console.error(error);
      setFaults(faultsOf(error));
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!sending.begin()) return;
    const { className = "", subject = "", testDate = "", testTime = "", description } = textsOf(event.currentTarget);
    setFaults({});
    // Some browsers add seconds to a time.
    add.mutate({ className, subject, testDate, testTime: testTime.slice(0, 5), description });
  }

  return (
    <form ref={form} method="post" autoComplete="off" onSubmit={submit} className="grid grid-cols-1 gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <ClassField name="className" error={faults.className} />
        <Field label="Subject" error={faults.subject}>
          {(control) => <Input {...control} name="subject" maxLength={200} autoComplete="off" />}
        </Field>
        <Field label="Date" error={faults.testDate}>
          {(control) => <Input {...control} name="testDate" type="date" max="9999-12-31" autoComplete="off" />}
        </Field>
        <Field label="Time" error={faults.testTime}>
          {(control) => <Input {...control} name="testTime" type="time" autoComplete="off" />}
        </Field>
      </div>
      <Field label="Description" optional error={faults.description}>
        {(control) => <Textarea {...control} name="description" maxLength={2000} rows={3} autoComplete="off" />}
      </Field>
      {add.isError && (
        <Alert tone="error">{codeOf(add.error) ? copy.refused(messageOf(add.error, "")) : copy.unreachable}</Alert>
      )}
      {add.isSuccess && <Alert tone="success">{copy.added}</Alert>}
      <Button type="submit" size="large" wide busy={add.isPending} busyText={copy.adding}>
        {copy.add}
      </Button>
    </form>
  );
}
