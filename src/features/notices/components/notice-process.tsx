"use client";

import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Moment } from "@/components/ui/clock";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { isNotificationPending } from "../rules";
import type { NoticePage } from "../schema-office";
import { useActOptions, useDone } from "./use-done";

/** The state of a notice, with the undo button while it is possible. */
export function NoticeProcess({ notice, now }: { notice: NoticePage; now: number }) {
  const { _id: id, rowVersion, state, audience, isHeld, publishAt, publishedAt, tellAt } = notice;
  const seen = { id, rowVersion };
  const done = useDone();
  const act = useActOptions(id);
  const options = {
    ...act,
    onError(error: unknown) {
      toast.error(messageOf(error, copy.noAnswer));
      act.onError();
    },
  };
  const callOff = api.notices.callOff.useMutation({ ...options, onSuccess: () => done(copy.calledOff) });
  const isPublic = audience.some(({ kind }) => kind === "public");
  const takeBack = api.notices.takeBack.useMutation({ ...options, onSuccess: () => done(copy.takenBack(isPublic)) });
  const settle = api.notices.settle.useMutation({ ...options, onSuccess: () => done(copy.saved) });
  const [callOffOnce, takeBackOnce] = [useSingleFlight(callOff), useSingleFlight(takeBack)];
  const settleOnce = useSingleFlight(settle);

  if (state === "scheduled" && publishAt) {
    return (
      <Callout
        tone={isHeld ? "warning" : "info"}
        act={<Act act={callOff} words={copy.callOff} onPress={() => callOffOnce(seen)} />}
      >
        {copy.plannedFor} <Moment at={publishAt} />. {isHeld && copy.heldSince}
      </Callout>
    );
  }
  if (state === "published" && isHeld) {
    const answer = (isToLeave: boolean) => settleOnce({ ...seen, isToLeave });
    return (
      <Callout
        act={
          <>
            <Act act={settle} words={copy.dropMails} onPress={() => answer(false)} />
            <Act act={settle} words={copy.sendMails(notice.isMailOn)} onPress={() => answer(true)} />
          </>
        }
      >
        {copy.heldMails}
      </Callout>
    );
  }
  if (state === "published" && tellAt && isNotificationPending(notice, new Date(now))) {
    return (
      <Callout tone="info" act={<Act act={takeBack} words={copy.takeBack} onPress={() => takeBackOnce(seen)} />}>
        {copy.pause} <Moment at={tellAt} />.
      </Callout>
    );
  }
  if (state === "withdrawn" && notice.withdrawnAt) {
    return (
      <Callout>
        {copy.withdrawnOn} <Moment at={notice.withdrawnAt} />: {notice.reason}
      </Callout>
    );
  }
  if (!publishedAt) return null;
  return (
    <p className="text-ink-soft text-sm">
      {copy.publishedOn} <Moment at={publishedAt} />
    </p>
  );
}

function Act({ act, words, onPress }: { act: { isPending: boolean }; words: string; onPress: () => void }) {
  return (
    <Button variant="secondary" size="small" busy={act.isPending} onClick={onPress}>
      {words}
    </Button>
  );
}
