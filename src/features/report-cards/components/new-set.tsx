"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { noAnswer, sendOnce } from "@/components/form/send-once";
import { useServerForm } from "@/components/form/use-server-form";
import { ClassOptions } from "@/components/ui/class-options";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import { ExamTicks, PeriodFields, periodOf, setFieldNames, tickedOf, ticksOf } from "./set-fields";

/** Adds a set of report cards: a class, a period, and released exams. */
export function NewSet({ year, onClose }: { year: string | undefined; onClose: () => void }) {
  const router = useRouter();
  const { reportCards } = api.useUtils();
  const [of, setOf] = useState({ class: "", section: "" });
  const isChosen = of.class !== "" && /^[a-z0-9]{0,3}$/i.test(of.section);
  const place = { class: of.class, ...(of.section && { section: of.section }), ...(year && { year }) };
  const choices = api.reportCards.choices.useQuery(place, { enabled: isChosen });
  const offered = isChosen ? (choices.data ?? []) : [];
  const add = api.reportCards.add.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["class", "section", ...setFieldNames, ...ticksOf(offered)],
    send: (given: Record<string, string>) =>
      sendOnce({ ...place, ...periodOf(given), examIds: tickedOf(given, offered) }, add.mutateAsync),
    once: true,
    onDone({ _id }, shown) {
      void reportCards.list.invalidate();
      if (shown.isConnected) router.push(`/admin/report-cards/${_id}`);
      else toast.success(copy.added);
    },
  });
  return (
    <FormDialog title={copy.addTitle} lead={copy.addLead} onClose={onClose}>
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={copy.className} error={faults.class ?? faults.year}>
            {(control) => (
              <Select
                {...control}
                name="class"
                autoComplete="off"
                defaultValue=""
                onChange={({ target }) => setOf({ ...of, class: target.value })}
              >
                <option value="">{copy.chooseClass}</option>
                <ClassOptions />
              </Select>
            )}
          </Field>
          <Field label={copy.section} optional hint={copy.sectionHint} error={faults.section}>
            {(control) => (
              <Input
                {...control}
                name="section"
                autoComplete="off"
                onInput={({ currentTarget }) => setOf({ ...of, section: currentTarget.value.trim() })}
              />
            )}
          </Field>
        </div>
        <PeriodFields faults={faults} />
        <ExamTicks
          key={`${of.class}${of.section}`}
          choices={offered}
          error={faults.examIds}
          failed={isChosen && choices.isError && !choices.data ? choices : undefined}
          empty={isChosen ? (choices.isFetching ? copy.loadingExams : copy.noChoices) : copy.chooseFirst}
        />
        <FormEnd failure={failure} failed={noAnswer} busy={busy} busyText={copy.adding}>
          {copy.addButton}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
