"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Segmented } from "@/components/ui/segmented";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";
import { SettingCard } from "./setting-card";
import { useSetting } from "./use-setting";

const options = (["own", "class"] as const).map((value) => ({ value, label: copy.seen[value] }));

/** Whether families see the statistics of the class. */
export function ClassSetting({ found }: { found: Settings }) {
  const { change } = useSetting(found);
  const { form, error, busy } = useServerForm({
    fields: ["seen"],
    send: ({ seen }) => change.mutateAsync({ key: "familiesSeeClass", value: seen === "class" }),
  });

  return (
    <SettingCard
      anchor="seen"
      title={copy.seenTitle}
      lead={copy.seenHint}
      form={form}
      fault={error && messageOf(error, copy.failed)}
      save={copy.saveSeen}
      busy={busy}
      isSaved={change.isSuccess}
    >
      {/* In a card on a phone, the texts need the space of the paddings. */}
      <div className="[&_label]:px-1.5 [&_label]:text-center">
        <Segmented
          label={copy.seenTitle}
          name="seen"
          options={options}
          defaultValue={found.familiesSeeClass ? "class" : "own"}
        />
      </div>
    </SettingCard>
  );
}
