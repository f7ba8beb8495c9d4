"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Segmented } from "@/components/ui/segmented";
import { shownDay } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { type AddedClosedDaysView, closedDayKinds } from "../schema";

const kinds = closedDayKinds.map((value) => ({ value, label: copy.kinds[value] }));

/** Adds closed days. Keeps the input until the server has saved it. */
export function ClosedDaysForm() {
  const cache = api.useUtils();
  const add = api.closedDays.add.useMutation();
  const { form, faults, failure, busy, isDone, answer } = useServerForm({
    fields: ["name", "firstDay", "lastDay", "kind"],
    send: ({ lastDay, kind, ...given }) =>
      add.mutateAsync({ ...given, kind: kind === "half" ? kind : "closed", ...(lastDay && { lastDay }) }),
    onDone(_, sent) {
      sent.reset();
      void cache.closedDays.invalidate();
    },
  });

  return (
    <form {...form} autoComplete="off" className="grid grid-cols-1 gap-4">
      <Field label={copy.name} hint={copy.nameHint} error={faults.name}>
        {(control) => <Input {...control} name="name" autoComplete="off" />}
      </Field>
      <Field label={copy.firstDay} error={faults.firstDay}>
        {(control) => <Input {...control} name="firstDay" type="date" max="9999-12-31" autoComplete="off" />}
      </Field>
      <Field label={copy.lastDay} optional hint={copy.lastDayHint} error={faults.lastDay}>
        {(control) => <Input {...control} name="lastDay" type="date" max="9999-12-31" autoComplete="off" />}
      </Field>
      <div className="grid gap-1.5">
        <span aria-hidden className="font-semibold text-sm">
          {copy.kind}
        </span>
        <Segmented label={copy.kind} name="kind" options={kinds} defaultValue="closed" />
      </div>
      {failure && <Alert tone="error">{messageOf(failure, copy.addFailed)}</Alert>}
      {isDone && <Alert tone="success">{copy.added}</Alert>}
      {answer && <TestsThere tests={answer.tests} />}
      <Button type="submit" wide busy={busy} busyText={copy.adding}>
        {copy.add}
      </Button>
    </form>
  );
}

/** Number of tests that are named. */
const mostNamed = 5;

/** The tests on closed days. A server of the previous version names none. */
function TestsThere({ tests = [] }: Partial<Pick<AddedClosedDaysView, "tests">>) {
  if (tests.length === 0) return null;
  const others = tests.length - mostNamed;
  return (
    <Alert
      tone="warning"
      title={copy.testsThere(tests.length)}
      action={
        <Link href="/admin/add-schedule" className="link">
          {copy.toTests}
        </Link>
      }
    >
      <ul className="grid gap-1">
        {tests.slice(0, mostNamed).map(({ _id, subject, className, sections, testDate }) => (
          <li key={_id} className="wrap-anywhere">
            {copy.testThere(subject, `${className} ${sections.join(", ")}`.trim(), shownDay(testDate))}
          </li>
        ))}
        {others > 0 && <li>{copy.moreThere(others)}</li>}
      </ul>
    </Alert>
  );
}
