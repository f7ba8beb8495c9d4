"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { useForeignZone } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { institute } from "@/content/institute";
import { dateIn } from "@/lib/dates";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import type { NoticePage } from "../schema-office";
import { ReachFacts } from "./reach-facts";
import { useDone } from "./use-done";

/** Says whom a notice reaches, and publishes it now or at a time. */
export function PublishNotice({ notice, onClose }: { notice: NoticePage; onClose: () => void }) {
  const { _id: id, rowVersion, reach, audience } = notice;
  const done = useDone(onClose);
  const [isLater, setLater] = useState(false);
  const zone = useForeignZone();
  const publish = api.notices.publish.useMutation({ meta: { expected: ["BAD_REQUEST", "CONFLICT"] } });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["date", "time"],
    send: (at) => publish.mutateAsync({ id, rowVersion, ...(isLater && { at }) }),
    once: true,
    onDone: () => done(isLater ? copy.planned : copy.published),
  });
  return (
    <FormDialog title={copy.publishTitle} lead={copy.publishLead} onClose={onClose}>
      {audience.some(({ kind }) => kind === "public") && <p className="text-sm">{copy.publicReach}</p>}
      <ReachFacts facts={copy.reachFacts(notice.isMailOn)} counts={reach} of={{ id }} />
      {!notice.isMailOn && <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">{copy.mailsKept}</p>}
      <form {...form} noValidate className="grid gap-3">
        <Segmented
          label={copy.when}
          name="when"
          defaultValue="now"
          options={[
            { value: "now", label: copy.now },
            { value: "later", label: copy.later },
          ]}
          onChoose={(value) => setLater(value === "later")}
        />
        {isLater && (
          <div className="grid grid-cols-2 gap-3">
            <Field label={copy.date} error={faults.date ?? faults.until}>
              {(control) => (
                <Input
                  {...control}
                  name="date"
                  type="date"
                  max="9999-12-31"
                  defaultValue={dateIn(institute.timeZone, new Date())}
                />
              )}
            </Field>
            <Field label={copy.time} error={faults.time} hint={zone}>
              {(control) => <Input {...control} name="time" type="time" defaultValue="18:00" />}
            </Field>
          </div>
        )}
        <FormEnd failure={failure} failed={copy.failedAct} busy={busy} busyText={copy.publishing}>
          {isLater ? copy.plan : copy.publishNow}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
