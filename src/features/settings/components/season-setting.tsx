"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";
import { SettingCard } from "./setting-card";
import { useSetting } from "./use-setting";

type SeasonSettingProps = { found: Settings; shown: string | null };

/** The season named on public pages. `shown` is the current one; null if every class has a waiting list. */
export function SeasonSetting({ found, shown }: SeasonSettingProps) {
  const { change, seen, turn } = useSetting(found);
  const { form, error, faults, busy } = useServerForm({
    fields: ["value"],
    send: ({ value }) => change.mutateAsync({ key: "season", value: value.trim() || null, before: seen.season }),
  });
  const fault = faults.value ?? (error && messageOf(error, copy.failed));

  return (
    <SettingCard
      anchor="season"
      title={copy.seasonTitle}
      lead={copy.seasonHint}
      form={form}
      save={copy.saveSeason}
      busy={busy}
      isSaved={change.isSuccess}
      turn={turn}
    >
      <Field label={copy.season} optional error={fault} hint={shown === null ? copy.notShown : copy.nowShown(shown)}>
        {(control) => <Input {...control} name="value" defaultValue={found.season ?? ""} autoComplete="off" />}
      </Field>
    </SettingCard>
  );
}
