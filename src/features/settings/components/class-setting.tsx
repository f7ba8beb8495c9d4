"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";

const options = (["own", "class"] as const).map((value) => ({ value, label: copy.seen[value] }));

/** Whether families see the statistics of the class. */
export function ClassSetting({ found }: { found: Settings }) {
  const change = api.settings.change.useMutation();
  const { form, error, busy } = useServerForm({
    fields: ["seen"],
    send: ({ seen }) => change.mutateAsync({ key: "familiesSeeClass", value: seen === "class" }),
    onDone: () => void toast.success(copy.saved),
  });

  return (
    <Section anchor="seen" title={copy.seenTitle} lead={copy.seenHint}>
      <form {...form} className="grid max-w-text grid-cols-1 gap-3">
        <Segmented
          label={copy.seenTitle}
          name="seen"
          options={options}
          defaultValue={found.familiesSeeClass ? "class" : "own"}
        />
        {error && <Alert tone="error">{messageOf(error, copy.failed)}</Alert>}
        <div>
          <Button type="submit" variant="secondary" busy={busy} busyText={copy.saving}>
            {copy.saveSeen}
          </Button>
        </div>
      </form>
    </Section>
  );
}
