"use client";

import { useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";
import { SettingCard } from "./setting-card";
import { useSetting } from "./use-setting";

const choices = Array.from({ length: 10 }, (_, index) => index + 1);

const isChangedMeanwhile = (error: unknown) => codeOf(error) === "CONFLICT";

/** How long data of former students is kept. Before a shorter period is saved, shows how many students it would erase. */
export function KeptSetting({ found }: { found: Settings }) {
  const [asked, setAsked] = useState<{ years: number; count: number }>();
  const { students } = api.useUtils();
  const { change, seen, turn } = useSetting(found);
  const lasting = (value: number) => ({ key: "yearsKept" as const, value, before: seen.yearsKept });
  const { form, error, busy } = useServerForm({
    fields: ["years"],
    async send({ years: chosen }) {
      const years = Number(chosen);
      const { count } = await students.countLeft.fetch({ years }, { staleTime: 0 });
      if (count > 0) {
        change.reset();
        return setAsked({ years, count });
      }
      await change.mutateAsync(lasting(years));
    },
  });
  // Shown once a colleague's change has closed the question.
  const wrong = error ?? (isChangedMeanwhile(change.error) ? change.error : null);
  const years = asked && copy.yearsOf(asked.years);

  return (
    <>
      <SettingCard
        anchor="kept"
        title={copy.keptTitle}
        lead={copy.keptHint}
        form={form}
        fault={wrong ? messageOf(wrong, copy.failed) : undefined}
        save={copy.saveKept}
        busy={busy}
        isSaved={change.isSuccess}
        turn={turn}
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
          if (!asked || change.isPending) return;
          change.mutate(lasting(asked.years), {
            onSettled: (_, refusal) => (!refusal || isChangedMeanwhile(refusal)) && setAsked(undefined),
          });
        }}
      />
    </>
  );
}
