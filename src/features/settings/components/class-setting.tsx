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

const options = (["own", "class"] as const).map((value) => ({ value, label: copy.seen[value] }));

/** Whether families see the statistics of the class. */
export function ClassSetting({ found }: { found: Settings }) {
  const router = useRouter();
  const change = api.settings.change.useMutation();
  const { form, error, busy } = useServerForm({
    fields: ["seen"],
    send: ({ seen }) => change.mutateAsync({ key: "familiesSeeClass", value: seen === "class" }),
    onDone() {
      toast.success(copy.saved);
      router.refresh();
    },
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
      {/* Within a card on a phone, the texts need the room of the paddings. */}
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
