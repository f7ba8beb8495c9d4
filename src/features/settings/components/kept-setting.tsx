"use client";

import { useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";
import { SettingCard } from "./setting-card";
import { useSetting } from "./use-setting";

const choices = Array.from({ length: 10 }, (_, index) => index + 1);

/** How long data of former students are kept. Before a shorter period is saved, shows whom it would erase. */
export function KeptSetting({ found }: { found: Settings }) {
  const [asked, setAsked] = useState<{ years: number; count: number }>();
  const { students } = api.useUtils();
  const { change, seen } = useSetting(found);
  const lasting = (value: number) => ({ key: "yearsKept" as const, value, before: seen().yearsKept });
  const { form, error, busy } = useServerForm({
    fields: ["years"],
    async send({ years: chosen }) {
      const years = Number(chosen);
      const { count } = await students.countLeft.fetch({ years }, { staleTime: 0 });
      if (count > 0) return setAsked({ years, count });
      await change.mutateAsync(lasting(years));
    },
  });
  const years = asked && copy.yearsOf(asked.years);

  return (
    <>
      <SettingCard
        anchor="kept"
        title={copy.keptTitle}
        lead={copy.keptHint}
        form={form}
        fault={error && messageOf(error, copy.failed)}
        save={copy.saveKept}
        busy={busy}
        isSaved={change.isSuccess}
      >
        <Field label={copy.keptFor}>
          {(control) => (
            <Select {...control} name="years" defaultValue={found.yearsKept} autoComplete="off">
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {copy.yearsOf(choice)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </SettingCard>
      <Dialog
        open={asked !== undefined}
        onOpenChange={(open) => open || setAsked(undefined)}
        title={copy.eraseQuestion(asked?.count ?? 0)}
        description={copy.eraseHint(asked?.count ?? 0, years ?? "")}
        confirmLabel={copy.erase}
        busy={change.isPending}
        busyText={copy.saving}
        error={asked && change.error ? messageOf(change.error, copy.failed) : undefined}
        onConfirm={() => {
          if (asked && !change.isPending) change.mutate(lasting(asked.years), { onSuccess: () => setAsked(undefined) });
        }}
      />
    </>
  );
}
