"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { ReasonField } from "@/components/form/reason-field";
import { useServerForm } from "@/components/form/use-server-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import { isNotificationPending } from "../rules";
import type { NoticePage } from "../schema-office";
import { TextField } from "./text-field";
import { useActOptions, useDone } from "./use-done";

type DialogProps = { notice: NoticePage; onClose: () => void };

/** Publishes a new version of a notice. */
export function ChangeNotice({ notice, onClose }: DialogProps) {
  // The notice at opening: input that began with it must not be sent with the version of a later save.
  const [{ _id: id, rowVersion, title, text, until, pinned }] = useState(notice);
  // Emails that are still waiting have the new text, and no others follow.
  const [isWritten] = useState(notice.isMailOn && !isNotificationPending(notice, new Date()));
  const done = useDone(onClose);
  const change = api.notices.change.useMutation(useActOptions(id));
  const { form, faults, failure, busy } = useServerForm({
    fields: ["title", "text", "until", "pinned", "askAgain"],
    send: ({ until: day, pinned: isPinned, askAgain, ...given }) =>
      change.mutateAsync({
        id,
        rowVersion,
        ...given,
        ...(day && { until: day }),
        pinned: isPinned === "on",
        askAgain: askAgain === "on",
      }),
    once: true,
    onDone: () => done(copy.changed),
  });
  return (
    <FormDialog title={copy.changeTitle} lead={copy.changeLead} onClose={onClose}>
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <Field label={copy.heading} error={faults.title}>
          {(control) => <Input {...control} name="title" dir="auto" autoComplete="off" defaultValue={title} />}
        </Field>
        <TextField initial={text} error={faults.text} onText={() => {}} />
        <Field label={copy.until} optional hint={copy.untilHint} error={faults.until}>
          {(control) => <Input {...control} name="until" type="date" max="9999-12-31" defaultValue={until ?? ""} />}
        </Field>
        <div>
          <Checkbox name="pinned" defaultChecked={pinned} label={copy.pinned} />
          <Checkbox name="askAgain" label={copy.askAgain} hint={copy.askAgainHint(isWritten)} />
        </div>
        <FormEnd failure={failure} failed={copy.noAnswer} busy={busy} busyText={copy.saving}>
          {copy.saveChanges}
        </FormEnd>
      </form>
    </FormDialog>
  );
}

/** Asks for a reason, which is shown to everyone who opened the notice, and withdraws it. */
export function WithdrawNotice({ notice, onClose }: DialogProps) {
  const [{ _id: id, rowVersion }] = useState(notice);
  const done = useDone(onClose);
  const withdraw = api.notices.withdraw.useMutation(useActOptions(id));
  const { form, faults, failure, busy } = useServerForm({
    fields: ["reason"],
    send: ({ reason }) => withdraw.mutateAsync({ id, rowVersion, reason }),
    once: true,
    onDone: () => done(copy.withdrawn),
  });
  return (
    <FormDialog title={copy.withdrawTitle} lead={copy.withdrawLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <ReasonField label={copy.reason} error={faults.reason} />
        <FormEnd failure={failure} failed={copy.noAnswer} busy={busy} busyText={copy.withdrawing} danger>
          {copy.withdraw}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
