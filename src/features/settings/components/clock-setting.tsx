"use client";

import { useRouter } from "next/navigation";
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
    <Section anchor="clock" title={copy.clockTitle} lead={copy.clockHint}>
      <form {...form} className="grid max-w-text grid-cols-1 gap-3">
        <Segmented label={copy.clock} name="clock" options={options} defaultValue={found.clock} />
        {error && <Alert tone="error">{messageOf(error, copy.failed)}</Alert>}
        <div>
          <Button type="submit" variant="secondary" busy={busy} busyText={copy.saving}>
            {copy.save}
          </Button>
        </div>
      </form>
    </Section>
  );
}
