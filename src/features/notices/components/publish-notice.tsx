"use client";

import { useRef, useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Callout } from "@/components/ui/callout";
import { FormDialog } from "@/components/ui/form-dialog";
import { LeavesLine } from "@/components/ui/leaves-line";
import { NowOrLater } from "@/components/ui/now-or-later";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import type { NoticePage } from "../schema-office";
import { ReachFacts } from "./reach-facts";
import { useActOptions, useDone } from "./use-done";

/** Shows the reach of a notice, and publishes it now or at a time. */
export function PublishNotice({ notice, onClose }: { notice: NoticePage; onClose: () => void }) {
  const { _id: id, rowVersion, reach, audience } = notice;
  const isTold = reach.mailed + reach.inDigest > 0;
  const done = useDone(onClose);
  const [isLater, setLater] = useState(false);
  const publish = api.notices.publish.useMutation(useActOptions(id));
  // A version refetched after a refusal, behind the dialog, has not been seen.
  const seen = useRef<number>(undefined);
  const { form, faults, failure, busy } = useServerForm({
    fields: ["date", "time"],
    send(at) {
      seen.current ??= rowVersion;
      return publish.mutateAsync({ id, rowVersion: seen.current, ...(isLater && { at }) });
    },
    once: true,
    onDone: () => done(isLater ? copy.planned : copy.published),
  });
  return (
    <FormDialog title={copy.publishTitle} lead={copy.publishLead(notice.isMailOn, !isLater, isTold)} onClose={onClose}>
      {audience.some(({ kind }) => kind === "public") && <p className="text-sm">{copy.publicReach}</p>}
      <ReachFacts facts={copy.reachFacts(notice.isMailOn)} counts={reach} of={{ id }} />
      {!isLater && <LeavesLine leaves={notice.leaves} until={notice.until} />}
      {!notice.isMailOn && isTold && <Callout>{copy.mailsKept}</Callout>}
      <form {...form} noValidate className="grid gap-3">
        <NowOrLater
          isLater={isLater}
          onChoose={setLater}
          faults={{ date: faults.date ?? faults.until, time: faults.time }}
        />
        <FormEnd failure={failure} failed={copy.noAnswer} busy={busy} busyText={copy.publishing}>
          {isLater ? copy.plan : copy.publishNow}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
