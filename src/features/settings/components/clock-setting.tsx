"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Segmented } from "@/components/ui/segmented";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";
import { SettingCard } from "./setting-card";
import { useSetting } from "./use-setting";

const options = (["24", "12"] as const).map((value) => ({ value, label: copy.clocks[value] }));

/** The time format of all pages. `found` is from the server's render. */
export function ClockSetting({ found }: { found: Settings }) {
  const { change } = useSetting(found);
  const { form, error, busy } = useServerForm({
    fields: ["clock"],
    send: ({ clock }) => change.mutateAsync({ key: "clock", value: clock === "12" ? "12" : "24" }),
  });

  return (
    <SettingCard
      anchor="clock"
      title={copy.clockTitle}
      lead={copy.clockHint}
      form={form}
      fault={error && messageOf(error, copy.failed)}
      save={copy.save}
      busy={busy}
      isSaved={change.isSuccess}
    >
      {/* In a card on a phone, the texts need the space of the paddings. */}
      <div className="[&_label]:px-1.5 [&_label]:text-center">
        <Segmented label={copy.clock} name="clock" options={options} defaultValue={found.clock} />
      </div>
    </SettingCard>
  );
}
