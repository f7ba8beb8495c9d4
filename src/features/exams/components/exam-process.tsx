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
export function ExamProcess({ sheet: { exam, cameBack, mayRelease, takeBackFor } }: { sheet: SheetView }) {
  const { _id: id, state, releaseAt, isHeld, tellAt, rowVersion } = exam;
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
  if (state === "released" && tellAt)
    return (
      <Pause
        key={tellAt.getTime()}
        id={id}
        tellAt={tellAt}
        left={takeBackFor}
        isMine={mayRelease}
        rowVersion={rowVersion}
      />
    );
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

type PauseProps = {
  id: string;
  rowVersion: number;
  tellAt: Date;
  /** In milliseconds, from the server: the browser's clock may differ. */
  left: number;
  isMine: boolean;
};

/** How long a release can be undone. */
function Pause({ id, rowVersion, tellAt, left, isMine }: PauseProps) {
  const isMailOn = useMailMode();
  const [isOver, setOver] = useState(left === 0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [left]);
  if (isOver) return null;
  return (
    <Callout tone="info" act={isMine && <TakeBack id={id} rowVersion={rowVersion} />}>
      {isMailOn ? copy.pause : copy.pauseKept} <Moment at={tellAt} />.
    </Callout>
  );
}

function TakeBack({ id, rowVersion }: Pick<PauseProps, "id" | "rowVersion">) {
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
        description={copy.takeBackWords}
        confirmLabel={copy.takeBack}
        confirmVariant="primary"
        of={takeBack}
        input={{ id, rowVersion }}
        failed={messageOf(takeBack.error, copy.failed)}
      />
    </>
  );
}
