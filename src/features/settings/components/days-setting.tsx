"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Checkbox } from "@/components/ui/checkbox";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { type Settings, weekdays } from "../schema";
import { SettingCard } from "./setting-card";

/** On which days of the week the institute works. */
export function DaysSetting({ found }: { found: Settings }) {
  const change = api.settings.change.useMutation();
  const { form, error, faults, busy } = useServerForm({
    fields: weekdays,
    send: (given) => change.mutateAsync({ key: "workingDays", value: weekdays.filter((day) => given[day] === "on") }),
    onDone: () => void toast.success(copy.saved),
  });
  const fault = faults.value ?? (error && messageOf(error, copy.failed));

  return (
    <SettingCard
      anchor="days"
      title={copy.daysTitle}
      lead={copy.daysHint}
      form={form}
      fault={fault}
      save={copy.saveDays}
      busy={busy}
      isSaved={change.isSuccess}
    >
      <fieldset className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 lg:grid-cols-1">
        <legend className="sr-only">{copy.daysTitle}</legend>
        {weekdays.map((day) => (
          <Checkbox key={day} name={day} label={copy.weekdays[day]} defaultChecked={found.workingDays.includes(day)} />
        ))}
      </fieldset>
    </SettingCard>
  );
}
