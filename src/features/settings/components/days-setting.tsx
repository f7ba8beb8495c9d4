"use client";

import { Check } from "lucide-react";
import { useServerForm } from "@/components/form/use-server-form";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { type Settings, weekdays } from "../schema";
import { SettingCard } from "./setting-card";
import { useSetting } from "./use-setting";

/** The weekdays on which the institute works. */
export function DaysSetting({ found }: { found: Settings }) {
  const { change, seen, turn } = useSetting(found);
  const { form, error, faults, busy } = useServerForm({
    fields: weekdays,
    send(given) {
      const value = weekdays.filter((day) => given[day] === "on");
      return change.mutateAsync({ key: "workingDays", value, before: seen.workingDays });
    },
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
      turn={turn}
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{copy.daysTitle}</legend>
        {weekdays.map((day) => (
          <label
            key={day}
            className="relative flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line px-3.5 text-ink-soft text-sm transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-accent dense:min-h-8"
          >
            <input
              type="checkbox"
              name={day}
              defaultChecked={found.workingDays.includes(day)}
              className="peer absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <Check aria-hidden className="hidden size-4 peer-checked:block" />
            {copy.weekdays[day]}
          </label>
        ))}
      </fieldset>
    </SettingCard>
  );
}
