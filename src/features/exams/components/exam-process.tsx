"use client";

import { useEffect, useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { useRefresh } from "@/components/site/use-refresh";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Moment } from "@/components/ui/clock";
import { useMailMode } from "@/components/ui/mail-mode";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";
import type { SheetView } from "../schema-sheet";
import { useReleaseChanged } from "./use-release-changed";

const copy = releaseScreens.process;

/** The state of an exam's release, with the undo button while it is possible. */
export function ExamProcess({ sheet: { exam, cameBack, mayRelease, takeBack } }: { sheet: SheetView }) {
  const { _id: id, state, releaseAt, isHeld, rowVersion } = exam;
  if (state === "scheduled" && releaseAt) {
    const heldHint = mayRelease ? copy.heldHint : copy.heldHintTaught;
    const [lead, hint] = isHeld ? [copy.held, heldHint] : [copy.planned, copy.plannedHint];
    return (
      <Callout
        tone={isHeld ? "warning" : "info"}
        act={mayRelease && <CallOff id={id} rowVersion={rowVersion} isHeld={isHeld} />}
      >
        {lead} <Moment at={releaseAt} />. {hint}
      </Callout>
    );
  }
  if (takeBack)
    return <Pause key={takeBack.until.getTime()} id={id} of={takeBack} isMine={mayRelease} rowVersion={rowVersion} />;
  return cameBack ? <Callout>{mayRelease ? copy.cameBack : copy.cameBackTaught}</Callout> : null;
}

type CallOffProps = { id: string; rowVersion: number; isHeld: boolean };

function CallOff({ id, rowVersion, isHeld }: CallOffProps) {
  const refresh = useRefresh();
  const changed = useReleaseChanged();
  const callOff = api.exams.callOff.useMutation({
    onSuccess: () => void toast.success(copy.calledOff),
    onError: (error) => void toast.error(messageOf(error, copy.failed)),
    onSettled() {
      changed();
      void refresh();
    },
  });
  const start = useSingleFlight(callOff);
  return (
    <Button
      ref={passFocusOn}
      variant="secondary"
      size="small"
      busy={callOff.isPending}
      onClick={() => start({ id, rowVersion })}
    >
      {isHeld ? copy.leave : copy.callOff}
    </Button>
  );
}

type TakeBackProps = { id: string; rowVersion: number; of: NonNullable<SheetView["takeBack"]> };

/** How long a release can be undone. */
function Pause({ isMine, ...release }: TakeBackProps & { isMine: boolean }) {
  const { until, left } = release.of;
  const isMailOn = useMailMode();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [left]);
  if (isOver) return null;
  return (
    <Callout tone="info" act={isMine && <TakeBack {...release} />}>
      {isMailOn ? copy.pause : copy.pauseKept} <Moment at={until} />.
    </Callout>
  );
}

function TakeBack({ id, rowVersion, of: { results, absences } }: TakeBackProps) {
  const refresh = usePageRefresh();
  const changed = useReleaseChanged();
  const [isAsked, setAsked] = useState(false);
  const takeBack = api.exams.takeBack.useMutation({
    onSuccess() {
      toast.success(copy.takenBack);
      setAsked(false);
      changed();
      refresh();
    },
  });
  return (
    <>
      <Button ref={passFocusOn} variant="secondary" size="small" onClick={() => setAsked(true)}>
        {copy.takeBack}
      </Button>
      <AskDialog
        open={isAsked}
        onOpenChange={(next) => !next && setAsked(false)}
        title={copy.takeBackQuestion}
        description={copy.takeBackWords(results, absences)}
        confirmLabel={copy.takeBack}
        confirmVariant="primary"
        of={takeBack}
        input={{ id, rowVersion }}
        failed={messageOf(takeBack.error, copy.failed)}
      />
    </>
  );
}
