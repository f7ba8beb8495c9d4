"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { ClassOptions } from "@/components/ui/class-options";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
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

type PlaceManyProps = {
  students: readonly ChosenView[];
  /** The school year that the list shows. */
  year: string | undefined;
  day: string;
  onClose: () => void;
  /** Called with a sentence about those who were placed. */
  onDone: (answer: ManyDone, words: string) => void;
};

export function PlaceMany({ students, year, day: proposed, onClose, onDone }: PlaceManyProps) {
  const place = api.enrolments.placeMany.useMutation();
  const first = students[0]?.className ?? "";
  const [target, setTarget] = useState({ className: first, section: "" });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["className", "section", "day"],
    async send({ className, section, day }) {
      const ids = students.map(({ _id }) => _id);
      const given = { students: ids, ...(year && { year }), className, section, ...(day && { day }) };
      return { answer: await place.mutateAsync(given), day: day || proposed };
    },
    onDone({ answer, day }) {
      const isAhead = day > dateHere(new Date());
      onDone(answer, isAhead ? copy.placedAhead(answer.done, shownDate(day)) : copy.placed(answer.done));
    },
  });
  const isThere = ({ className, section }: ChosenView) =>
    className === target.className && (section ?? "") === target.section.trim().toUpperCase();
  const current = chosenOf(students, "current");
  const facts = [
    { count: current.filter((one) => !isThere(one)).length, say: copy.move },
    { count: chosenOf(students, "not placed").length, say: copy.put },
    { count: current.filter(isThere).length, say: copy.there },
    { count: chosenOf(students, "elsewhere").length, say: copy.elsewhere },
    { count: chosenOf(students, "left").length, say: copy.left },
  ];
  return (
    <FormDialog title={copy.placeTitle(students.length)} lead={copy.placeLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          <Field label={screens.facets.class} error={faults.className ?? faults.year}>
            {(control) => (
              <Select
                {...control}
                name="className"
                autoComplete="off"
                defaultValue={first}
                onInput={({ currentTarget }) => setTarget({ ...target, className: currentTarget.value })}
              >
                <option value="">{screens.nothing}</option>
                <ClassOptions short />
              </Select>
            )}
          </Field>
          <Field label={screens.fields.section} error={faults.section} optional>
            {(control) => (
              <Input
                {...control}
                name="section"
                autoComplete="off"
                onInput={({ currentTarget }) => setTarget({ ...target, section: currentTarget.value })}
              />
            )}
          </Field>
          <DayField label={personScreens.firstDay} error={faults.day} proposed={proposed} />
        </div>
        <ManyFacts students={students} facts={facts} />
        <FormEnd failure={failure} failed={screens.failedSave} busy={busy} busyText={screens.saving}>
          {copy.place}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
