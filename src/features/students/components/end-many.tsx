"use client";

import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { FormDialog } from "@/components/ui/form-dialog";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { bulkScreens as copy } from "../messages-bulk";
import { personScreens } from "../messages-person";
import { screens } from "../messages-screens";
import { chosenOf } from "../rules";
import type { ChosenView } from "../schema-list";
import { DayField } from "./day-field";
import { ManyFacts } from "./many-facts";
import type { ManyDone } from "./students-bulk";

type EndManyProps = {
  students: readonly ChosenView[];
  /** The school year that the list shows. */
  year: string | undefined;
  onClose: () => void;
  /** Called with a sentence about those whose enrolment was ended. */
  onDone: (answer: ManyDone, words: string) => void;
};

/** Ends many enrolments with the same last day and reason. */
export function EndMany({ students, year, onClose, onDone }: EndManyProps) {
  const end = api.enrolments.endMany.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["day", "reason"],
    async send({ day, reason }) {
      const ids = students.map(({ _id }) => _id);
      return { answer: await end.mutateAsync({ students: ids, ...(year && { year }), day, reason }), day };
    },
    onDone({ answer, day }) {
      const isAhead = day >= dateHere(new Date());
      onDone(answer, isAhead ? copy.endedAhead(answer.done, shownDate(day)) : copy.ended(answer.done));
    },
  });
  const facts = [
    { count: chosenOf(students, "current").length, say: copy.leave },
    { count: chosenOf(students, "not placed").length, say: copy.inNone },
    { count: chosenOf(students, "elsewhere").length, say: copy.elsewhere },
    { count: chosenOf(students, "left").length, say: copy.left },
  ];
  return (
    <FormDialog title={copy.endTitle(students.length)} lead={copy.endLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <ManyFacts students={students} facts={facts} />
        <DayField label={personScreens.lastDay} error={faults.day} />
        <ReasonField label={personScreens.reason} hint={personScreens.reasonHint} error={faults.reason} />
        <FormEnd failure={failure} failed={screens.failedSave} busy={busy} busyText={screens.saving} danger>
          {copy.end}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
