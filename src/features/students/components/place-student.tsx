"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { FormDialog } from "@/components/ui/form-dialog";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { personScreens as copy } from "../messages-person";
import { screens } from "../messages-screens";
import { firstDayOf, openEnrolmentOf, placeOf } from "../rules";
import type { StudentView } from "../schema";
import { DayField } from "./day-field";
import { PlaceFields } from "./place-fields";
import { useActOptions } from "./use-act-options";

type PlaceStudentProps = {
  act: "enrol" | "move" | "come-back";
  student: StudentView;
  /** The first day of the current school year. */
  yearBegins: string | undefined;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Enrols a student: for the first time, from another class, or again. */
export function PlaceStudent({ act, student, yearBegins, onClose, onDone }: PlaceStudentProps) {
  const { enrol, return: comeBack, move, change } = api.enrolments;
  const options = useActOptions();
  const [enrolling, returning, moving, changing] = [
    enrol.useMutation(options),
    comeBack.useMutation(options),
    move.useMutation(options),
    change.useMutation(options),
  ];
  const [open] = useState(openEnrolmentOf(student));
  const [proposedDay] = useState(firstDayOf(act === "move" ? open?.fromDay : yearBegins, dateHere(new Date())));
  const { form, faults, failure, busy } = useServerForm({
    fields: ["className", "section", "rollNo", "day"],
    send({ day, ...place }) {
      const studentId = student._id;
      // An unchanged day is not sent: the server then uses its own default day.
      const chosen = day !== proposedDay && { fromDay: day };
      if (act === "enrol") return enrolling.mutateAsync({ studentId, ...place, ...chosen });
      if (act === "come-back") return returning.mutateAsync({ studentId, ...place, ...chosen });
      const stays = open?.className === place.className && (open.section ?? "") === place.section.trim().toUpperCase();
      // A changed roll number or first day is not a move.
      return stays && open
        ? changing.mutateAsync({ id: open._id, rollNo: place.rollNo || null, ...chosen, rowVersion: open.rowVersion })
        : moving.mutateAsync({ studentId, enrolmentId: open?._id, ...place, day });
    },
    onDone(enrolment) {
      const [place, day] = [placeOf(enrolment) ?? "", enrolment.fromDay];
      const isAhead = day > dateHere(new Date());
      onDone(
        isAhead ? copy.done.placeAhead(student.name, place, shownDate(day)) : copy.done.place(student.name, place),
      );
    },
  });
  const known =
    act === "move"
      ? open
      : student.proposedClass
        ? { className: student.proposedClass, section: null, rollNo: null }
        : undefined;

  return (
    <FormDialog title={copy.placeTitles[act](student.name)} lead={copy.placeLeads[act]} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <PlaceFields faults={faults} known={known} />
        <DayField label={copy.firstDay} error={faults.fromDay ?? faults.day} proposed={proposedDay} />
        <FormEnd failure={failure} failed={screens.noAnswer} busy={busy} busyText={screens.saving}>
          {copy.acts[act]}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
