"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { RefusedList } from "@/components/form/refused-list";
import { TaskProgress } from "@/components/form/task-progress";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { ProductFacts } from "@/components/site/product-facts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failed } from "@/components/ui/failed";
import { FormDialog } from "@/components/ui/form-dialog";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeScreens as copy } from "../messages-screens";
import type { InvitedManyView } from "../schema";

type InviteDialogProps = { students: readonly string[]; onClose: () => void };

/** Shows how many will be invited by email and by letter, then sends and prints, then shows the result for each student. */
export function InviteDialog({ students, onClose }: InviteDialogProps) {
  const cache = api.useUtils();
  const [taskId, setTaskId] = useState<string>();
  const preview = api.codes.previewInvite.useMutation();
  const print = api.letters.printMany.useMutation({ onSuccess: ({ taskId: started }) => setTaskId(started) });
  const invite = api.codes.inviteMany.useMutation({
    async onSuccess(invited) {
      if (invited.letters.length > 0) print.mutate({ students: invited.letters });
      await cache.students.list.invalidate();
    },
  });
  const inviteOnce = useSingleFlight(invite);
  const input = { students: [...students] };
  const look = useEffectEvent(() => preview.mutate(input));
  useEffect(() => look(), []);
  const failure = invite.error ?? print.error;
  // Those who were invited by email are not invited again if the letters fail.
  const letters = invite.data?.letters ?? [];
  const lately = (invite.data ?? preview.data)?.invitedLately ?? 0;
  return (
    <FormDialog title={copy.inviteManyTitle(students.length)} lead={copy.inviteLead} onClose={onClose}>
      {preview.data && !invite.data && <Plan plan={preview.data} />}
      {invite.data && (
        <RefusedList
          lead={copy.manyDone(invite.data.done, invite.data.guardians, invite.data.refused.length)}
          refused={invite.data.refused}
          always
        />
      )}
      {lately > 0 && <p className="text-sm">{copy.lately(lately)}</p>}
      {taskId && (
        <div className="grid grid-cols-1 gap-2">
          <p className="text-sm">{copy.lettersNext}</p>
          <TaskProgress id={taskId} />
        </div>
      )}
      {preview.error && (
        <Failed of={{ isFetching: false, refetch: async () => preview.mutate(input) }}>
          {messageOf(preview.error, copy.failed)}
        </Failed>
      )}
      {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
      {letters.length > 0 && !taskId && (
        <Button
          wide
          busy={print.isPending}
          busyText={copy.printing}
          onClick={() => print.isPending || print.mutate({ students: letters })}
        >
          {copy.sendMany(0, letters.length)}
        </Button>
      )}
      {!invite.data && (
        <Button
          wide
          disabled={!preview.data || needing(preview.data) === 0}
          busy={invite.isPending}
          busyText={copy.mailing}
          onClick={() => inviteOnce(input)}
        >
          {preview.data && needing(preview.data) > 0
            ? copy.sendMany(preview.data.done + preview.data.guardians, preview.data.letters.length)
            : copy.invite}
        </Button>
      )}
    </FormDialog>
  );
}

const needing = ({ done, guardians, letters }: InvitedManyView) => done + guardians + letters.length;

function Plan({ plan }: { plan: InvitedManyView }) {
  const { done, guardians, guardiansLeft, invitedLately, letters, withoutStudent } = plan;
  const { refused, byMail, address, ownFacts } = plan;
  const count = done + letters.length;
  return (
    <>
      <div className="grid gap-1 font-semibold">
        {count === 0 && invitedLately === 0 && <p>{copy.nobodyGets}</p>}
        {count > 0 && !byMail && (
          <p>
            {copy.noMail} {copy.lettersOnly(letters.length)}
          </p>
        )}
        {count > 0 && byMail && (
          <p>
            {copy.toMany(count, done)} {letters.length > 0 && copy.lettersToo(letters.length)}
          </p>
        )}
        {guardians > 0 && <p>{copy.guardians(guardians)}</p>}
      </div>
      {guardiansLeft > 0 && <p className="text-sm">{copy.guardiansLeft(guardiansLeft)}</p>}
      {withoutStudent > 0 && <p className="text-sm">{copy.leftOutOf(withoutStudent)}</p>}
      {needing(plan) > 0 && <p className="wrap-anywhere text-ink-soft text-sm">{copy.leads(address)}</p>}
      {needing(plan) > 0 && !ownFacts && <ProductFacts />}
      <RefusedList lead={copy.getNone(refused.length)} refused={refused} />
    </>
  );
}
