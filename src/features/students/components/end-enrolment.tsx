"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { personScreens as copy } from "../messages-person";
import { screens } from "../messages-screens";
import { lastDayOf, openEnrolmentOf } from "../rules";
import type { StudentView } from "../schema";
import { DayField } from "./day-field";
import { useActOptions } from "./use-act-options";

type EndEnrolmentProps = { student: StudentView; onClose: () => void; onDone: (message: string) => void };

/** Ends an enrolment, or marks it as a mistake. */
export function EndEnrolment({ student, onClose, onDone }: EndEnrolmentProps) {
  const end = api.enrolments.end.useMutation(useActOptions());
  // The class that is ended: a refresh behind the dialog must not replace it by another one.
  const [enrolmentId] = useState(openEnrolmentOf(student)?._id);
  const { form, faults, failure, busy } = useServerForm({
    fields: ["day", "reason", "mistake"],
    send: ({ day, reason, mistake }) =>
      end.mutateAsync({ studentId: student._id, enrolmentId, day, reason, mistake: mistake === "on" }),
    onDone({ endReason, toDay }) {
      const isAhead = endReason === "left" && toDay !== null && toDay >= dateHere(new Date());
      onDone(isAhead ? copy.done.endAhead(student.name, shownDate(toDay)) : copy.done.end(student.name));
    },
  });
  return (
    <FormDialog title={copy.endTitle(student.name)} lead={copy.endLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <DayField label={copy.lastDay} error={faults.day} proposed={lastDayOf(student, dateHere(new Date()))} />
        <ReasonField label={copy.reason} hint={copy.reasonHint} error={faults.reason} />
        <Checkbox name="mistake" label={copy.mistake} />
        <FormEnd failure={failure} failed={screens.noAnswer} busy={busy} busyText={screens.saving} danger>
          {copy.acts.end}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
