"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { sectionsOf } from "@/lib/sections";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { office } from "../messages-office";
import { placeOfTyped } from "../rules-office";
import { NotificationLine } from "./notification-line";
import { ScheduleFields, scheduleFieldNames } from "./schedule-fields";
import { useWarnings, WentBack } from "./use-warnings";
import { TypedWarnings, WarningsQuestion } from "./warnings";

/** Announces a test (spec §2, §5, §8). Keeps the input until the server has saved it. */
export function ScheduleForm() {
  const cache = api.useUtils();
  const add = api.schedules.add.useMutation();
  const { watch, forget, told, warnings, question, confirmAndSend } = useWarnings();
  const { form, faults, error, busy, isDone } = useServerForm({
    fields: scheduleFieldNames,
    send(typed) {
      // Some browsers add seconds to a time.
      const given = { ...typed, testTime: typed.testTime.slice(0, 5), sections: sectionsOf(typed.sections) };
      return confirmAndSend(placeOfTyped(typed), (confirmed) => add.mutateAsync({ ...given, confirmed }));
    },
    onDone(_, sent) {
      sent.reset();
      forget();
      void cache.schedules.invalidate();
    },
  });
  const failure = error instanceof WentBack ? undefined : error;

  return (
    <form {...form} onInput={watch} autoComplete="off" className="grid grid-cols-1 gap-5">
      <ScheduleFields faults={faults} />
      <TypedWarnings warnings={warnings} />
      <NotificationLine of={told} />
      {failure && (
        <Alert tone="error">{codeOf(failure) ? office.refused(messageOf(failure, "")) : office.unreachable}</Alert>
      )}
      {isDone && <Alert tone="success">{office.added}</Alert>}
      <Button type="submit" size="large" wide busy={busy} busyText={office.adding}>
        {office.add}
      </Button>
      <WarningsQuestion question={question} />
    </form>
  );
}
