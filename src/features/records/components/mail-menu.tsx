"use client";

import { RotateCw, X } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { useClock } from "@/components/ui/clock";
import { toast } from "@/components/ui/toast";
import { shownTime } from "@/lib/dates";
import { digestTime } from "@/lib/email-delay";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { MailView } from "../schema";
import { mailCopy } from "./mail-messages";

type MailMenuProps = {
  mail: MailView;
  /** What the email is, in words. */
  what: string;
  /** A mail server is configured; otherwise emails are stored as files. */
  leaves: boolean;
  /** Says whether the action failed, or is being tried again: the row shows it, where there is room. */
  onRefused: (isRefused: boolean) => void;
  /** The menu is about to disappear: move the focus. */
  onDone: () => void;
};

/** What can be done with an email: send it again, or, after a restore, not at all. */
export function MailMenu({ mail: { _id: id, recipient, state }, what, leaves, onRefused, onDone }: MailMenuProps) {
  const cache = api.useUtils();
  const clock = useClock();
  const resend = api.records.resendMail.useMutation({
    onMutate: () => onRefused(false),
    async onSuccess({ choice }) {
      onDone();
      if (choice === "at_once") toast.success(leaves ? copy.sentAgain : mailCopy.writtenAgain);
      else
        toast.info(choice === "digest" ? mailCopy.againInDigest(shownTime(digestTime, clock)) : mailCopy.againUnwanted);
      await cache.records.invalidate();
    },
    async onError(error) {
      if (codeOf(error) !== "NOT_FOUND") return onRefused(true);
      toast.error(error.message);
      await cache.records.invalidate();
    },
  });
  const drop = api.records.dropMails.useMutation({
    async onSuccess({ count }) {
      if (count > 0) toast.success(mailCopy.dropped(count));
      await cache.records.invalidate();
    },
    onError: () => toast.error(mailCopy.dropFailed),
  });
  const [startResend, startDrop] = [useSingleFlight(resend), useSingleFlight(drop)];
  return (
    <RowMenu label={`${what}, ${recipient}`}>
      <RowAction icon={<RotateCw aria-hidden />} onClick={() => startResend({ id })}>
        {againLabel(state, leaves)}
      </RowAction>
      {state === "held" && (
        <RowAction icon={<X aria-hidden />} onClick={() => startDrop({ id })}>
          {mailCopy.drop}
        </RowAction>
      )}
    </RowMenu>
  );
}

/** The label of the action that sends or stores an email in this state. */
function againLabel(state: MailView["state"], leaves: boolean): string {
  if (state === "waiting") return copy.tryNow;
  if (!leaves) return mailCopy.writeAgain;
  return state === "held" || state === "kept" ? mailCopy.sendNow : copy.sendAgain;
}
