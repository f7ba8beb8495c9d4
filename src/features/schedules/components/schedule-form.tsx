"use client";

import { SubjectField } from "@/components/form/subject-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy } from "../messages";

/** Announces a test (spec §2, §5, §8). Keeps what was typed until the server has it. */
export function ScheduleForm() {
  const cache = api.useUtils();
  const add = api.schedules.add.useMutation();
  const { form, faults, error, busy, isDone } = useServerForm({
    fields: ["className", "subject", "testDate", "testTime", "description"],
    // Some browsers add seconds to a time.
    send: (given) => add.mutateAsync({ ...given, testTime: given.testTime.slice(0, 5) }),
    onDone(_, sent) {
      sent.reset();
      void cache.schedules.invalidate();
    },
  });

  return (
    <form {...form} autoComplete="off" className="grid grid-cols-1 gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <ClassField name="className" error={faults.className} />
        <SubjectField error={faults.subject} />
        <Field label="Date" error={faults.testDate}>
          {(control) => <Input {...control} name="testDate" type="date" max="9999-12-31" autoComplete="off" />}
        </Field>
        <Field label="Time" error={faults.testTime}>
          {(control) => <Input {...control} name="testTime" type="time" autoComplete="off" />}
        </Field>
      </div>
      <Field label="Description" optional error={faults.description}>
        {(control) => <Textarea {...control} name="description" rows={3} autoComplete="off" />}
      </Field>
      {error && <Alert tone="error">{codeOf(error) ? copy.refused(messageOf(error, "")) : copy.unreachable}</Alert>}
      {isDone && <Alert tone="success">{copy.added}</Alert>}
      <Button type="submit" size="large" wide busy={busy} busyText={copy.adding}>
        {copy.add}
      </Button>
    </form>
  );
}
