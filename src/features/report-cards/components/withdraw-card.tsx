"use client";

import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { FormDialog } from "@/components/ui/form-dialog";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";

type WithdrawCardProps = { cardId: string; name: string; onClose: () => void };

/** Asks for a reason, which the family can read, and withdraws a card. */
export function WithdrawCard({ cardId, name, onClose }: WithdrawCardProps) {
  const refresh = usePageRefresh();
  const { reportCards } = api.useUtils();
  const withdraw = api.reportCards.withdraw.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["reason"],
    send: ({ reason }) => withdraw.mutateAsync({ id: cardId, reason }),
    once: true,
    onDone() {
      toast.success(copy.withdrawn);
      void reportCards.invalidate();
      onClose();
      refresh();
    },
  });
  return (
    <FormDialog title={copy.withdrawTitle(name)} lead={copy.withdrawLead} onClose={onClose}>
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <ReasonField label={copy.reason} hint={copy.reasonHint} error={faults.reason} />
        <FormEnd failure={failure} failed={copy.withdrawFailed} busy={busy} busyText={copy.withdrawing} danger>
          {copy.withdraw}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
