"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Time } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useZoneHint } from "@/components/ui/zone-hint";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { hoursFrom } from "../rules";
import type { Settings } from "../schema";
import { SettingCard } from "./setting-card";
import { useSetting } from "./use-setting";

const fields = ["opens", "closes", "saturdayOpens", "saturdayCloses"] as const;

/** The opening hours, which due dates depend on. */
export function HoursSetting({ found }: { found: Settings }) {
  const zone = useZoneHint();
  const { change, seen, turn } = useSetting(found);
  const { form, faults, failure, busy } = useServerForm({
    fields,
    check: (given) => hoursFrom(given).faults,
    async send(given) {
      const { value } = hoursFrom(given);
      return change.mutateAsync({ key: "hours", value, before: seen.hours });
    },
  });
  const { wholeDay, halfSaturday } = found.hours;
  const times = [
    { name: "opens", label: copy.opens, value: wholeDay?.opens, optional: false },
    { name: "closes", label: copy.closes, value: wholeDay?.closes, optional: false },
    { name: "saturdayOpens", label: copy.saturdayOpens, value: halfSaturday?.opens, optional: true },
    { name: "saturdayCloses", label: copy.saturdayCloses, value: halfSaturday?.closes, optional: true },
  ] as const;

  return (
    <SettingCard
      anchor="hours"
      title={copy.hoursTitle}
      lead={copy.hoursHint}
      form={{ ...form, noValidate: true }}
      fault={failure && messageOf(failure, copy.failed)}
      save={copy.saveHours}
      busy={busy}
      isSaved={change.isSuccess}
      turn={turn}
    >
      <div className="grid grid-cols-2 gap-3">
        {times.map(({ name, label, value, optional }) => (
          <Field key={name} label={label} optional={optional} error={faults[name]}>
            {(control) => <Input {...control} name={name} type="time" defaultValue={value ?? ""} autoComplete="off" />}
          </Field>
        ))}
      </div>
      {wholeDay && (
        <p className="text-ink-soft text-sm">
          {copy.hoursNow} <Time at={wholeDay.opens} /> {copy.to} <Time at={wholeDay.closes} />
        </p>
      )}
      <p className="text-ink-soft text-sm">
        {copy.saturdayHint} {zone}
      </p>
    </SettingCard>
  );
}
