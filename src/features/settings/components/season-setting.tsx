"use client";

import { useRouter } from "next/navigation";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";
import { SettingCard } from "./setting-card";

type SeasonSettingProps = { found: Settings; shown: string };

/** The season named on public pages. `shown` is the current one. */
export function SeasonSetting({ found, shown }: SeasonSettingProps) {
  const router = useRouter();
  const change = api.settings.change.useMutation();
  const { form, error, faults, busy } = useServerForm({
    fields: ["value"],
    send: ({ value }) => change.mutateAsync({ key: "season", value: value.trim() || null }),
    onDone() {
      toast.success(copy.saved);
      router.refresh();
    },
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
    >
      <Field label={copy.season} optional error={fault} hint={copy.nowShown(shown)}>
        {(control) => <Input {...control} name="value" defaultValue={found.season ?? ""} autoComplete="off" />}
      </Field>
    </SettingCard>
  );
}
