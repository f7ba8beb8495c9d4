"use client";

import { useRouter } from "next/navigation";
import { useServerForm } from "@/components/form/use-server-form";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";
import { SettingCard } from "./setting-card";

const options = (["24", "12"] as const).map((value) => ({ value, label: copy.clocks[value] }));

/** The time format of all pages. `found` is from the server's render. */
export function ClockSetting({ found }: { found: Settings }) {
  const router = useRouter();
  const change = api.settings.change.useMutation();
  const { form, error, busy } = useServerForm({
    fields: ["clock"],
    send: ({ clock }) => change.mutateAsync({ key: "clock", value: clock === "12" ? "12" : "24" }),
    onDone() {
      toast.success(copy.saved);
      // Updates the times on this page and the next ones.
      router.refresh();
    },
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
      {/* Within a card on a phone, the texts need the room of the paddings. */}
      <div className="[&_label]:px-1.5 [&_label]:text-center">
        <Segmented label={copy.clock} name="clock" options={options} defaultValue={found.clock} />
      </div>
    </SettingCard>
  );
}
