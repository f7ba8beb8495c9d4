"use client";

import { useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { shownDay } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { isDay, labelFor, nextYear } from "../rules";
import type { YearView } from "../schema";

type YearDialogProps = {
  /** The year to edit; undefined adds one. */
  year: YearView | undefined;
  /** The latest year, for proposing the next one. */
  latest: YearView | undefined;
  onClose: () => void;
};

/** Adds or edits a school year. The name follows the dates until it is edited. */
export function YearDialog({ year, latest, onClose }: YearDialogProps) {
  const utils = api.useUtils();
  const refresh = usePageRefresh();
  const [days, setDays] = useState({ firstDay: "", lastDay: "", ...(year ?? nextYear(latest)) });
  const [typed, setTyped] = useState(year?.label);
  const isWhole = isDay(days.firstDay) && isDay(days.lastDay);
  const label = typed ?? (isWhole ? labelFor(days) : "");
  const add = api.years.add.useMutation();
  const edit = api.years.edit.useMutation({ onError: () => void utils.years.list.invalidate() });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["label", "firstDay", "lastDay"],
    send(given) {
      if (!year) return add.mutateAsync(given);
      const { _id: id, ...was } = year;
      return edit.mutateAsync({ ...given, id, was });
    },
    async onDone(saved) {
      await Promise.all([utils.years.list.invalidate(), utils.students.list.invalidate()]);
      // The season on the page may depend on the years.
      refresh();
      const { label, joined, numbersGone } = saved;
      const done = [year ? copy.changed(label) : copy.added(label)];
      if (joined > 0) done.push(copy.joined(joined));
      if (numbersGone > 0) done.push(copy.numbersGone(numbersGone));
      toast.success(done.join(" "));
      onClose();
    },
  });

  return (
    <FormDialog title={year ? copy.editQuestion : copy.addQuestion} onClose={onClose}>
      <form {...form} autoComplete="off" className="grid grid-cols-1 gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          {(["firstDay", "lastDay"] as const).map((which) => (
            <Field
              key={which}
              label={copy[which]}
              hint={isDay(days[which]) && shownDay(days[which])}
              error={faults[which]}
            >
              {(control) => (
                <Input
                  {...control}
                  name={which}
                  type="date"
                  max="9999-12-31"
                  value={days[which]}
                  onChange={({ target }) => setDays({ ...days, [which]: target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <Field label={copy.label} hint={copy.labelHint} error={faults.label}>
          {(control) => (
            <Input {...control} name="label" value={label} onChange={({ target }) => setTyped(target.value)} />
          )}
        </Field>
        {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
        <Button type="submit" busy={busy} busyText={copy.saving}>
          {year ? copy.save : copy.add}
        </Button>
      </form>
    </FormDialog>
  );
}
