"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { noAnswer } from "@/components/form/send-once";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Callout } from "@/components/ui/callout";
import { FormDialog } from "@/components/ui/form-dialog";
import { LeavesLine } from "@/components/ui/leaves-line";
import { useMailMode } from "@/components/ui/mail-mode";
import { NowOrLater } from "@/components/ui/now-or-later";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy as refusals } from "../messages";
import { releaseScreens } from "../messages-release";
import { placeOf } from "../rules";
import type { ExamView } from "../schema";
import type { ReleaseCounts } from "../schema-release";
import { ReleaseFacts } from "./release-facts";
import { useReleaseChanged } from "./use-release-changed";
import { useTakeBack } from "./use-take-back";

const copy = releaseScreens.release;

type ReleaseExamProps = {
  exam: ExamView;
  /** The number of cells that differ from what is saved. */
  toSettle: number;
  onClose: () => void;
};

/** Shows what a release will do, and releases now or at a time. */
export function ReleaseExam({ exam, toSettle, onClose }: ReleaseExamProps) {
  const { _id: id, state, subject, examName, examDate } = exam;
  const refresh = usePageRefresh();
  const takeBack = useTakeBack(id);
  const isMailOn = useMailMode();
  const releaseChanged = useReleaseChanged();
  // Never cached: these are the numbers being confirmed.
  const preview = api.exams.preview.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const [changed, setChanged] = useState<ReleaseCounts>();
  const [isLater, setLater] = useState(false);
  const isLate = state === "released";
  const [opened] = useState(exam);
  const isReleasedSince = isLate && (opened.state !== state || Number(exam.tellAt) > Number(opened.tellAt));
  const isPlan = isLater && !isLate;
  const again = (error: unknown) => {
    if (codeOf(error) !== "CONFLICT") return;
    setChanged(preview.data);
    void preview.refetch();
    // Perhaps somebody else has released the exam.
    refresh();
  };
  const release = api.exams.release.useMutation({ onError: again });
  const plan = api.exams.plan.useMutation({ onError: again });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["date", "time"],
    send: ({ date, time }) => {
      const confirmed = { id, digest: preview.data?.digest ?? "" };
      return isPlan ? plan.mutateAsync({ ...confirmed, date, time }) : release.mutateAsync(confirmed);
    },
    once: true,
    onDone({ rowVersion }) {
      if (isPlan) toast.success(copy.planned);
      else
        toast.success(copy.released(results, absences), {
          action: { label: releaseScreens.process.takeBack, onClick: () => takeBack(rowVersion) },
        });
      onClose();
      releaseChanged();
      refresh();
    },
  });
  const { results = 0, absent = 0, excused = 0, mailed = 0, guardiansMailed = 0, before = null } = preview.data ?? {};
  const absences = absent + excused;
  const from = preview.data?.releasableFrom;
  const isEmpty = preview.data !== undefined && results + absences === 0;
  const pause = isMailOn ? copy.pause : copy.pauseKept;
  // Perhaps this dialog released them, and the answer was lost.
  const isDone = isReleasedSince && isEmpty;
  const earlier = isDone ? undefined : (changed ?? before);
  const since = isDone ? copy.doneMeanwhile : copy.meanwhile;
  const notice = isReleasedSince ? since : changed ? copy.changed : before && copy.cameBack;
  const title = isLate ? copy.lateTitle : copy.title;
  const named = [placeOf(exam), `${subject}, ${examName}`, examDate && shownDate(examDate)].filter(Boolean).join(" · ");

  return (
    <FormDialog
      title={results > 0 ? copy.titleOf(results, isLate) : title}
      lead={
        <>
          <span className="block">{named}</span>
          {isLate ? copy.lateLead : copy.lead}
        </>
      }
      onClose={onClose}
    >
      {preview.isError && <Alert tone="error">{messageOf(preview.error, copy.failed)}</Alert>}
      {notice && <Callout isLive>{notice}</Callout>}
      {from && <Callout>{refusals.toCome(subject, shownDate(from))}</Callout>}
      {preview.data ? (
        <ReleaseFacts id={id} of={preview.data} before={earlier} />
      ) : (
        !preview.isError && <Skeleton className="h-40" />
      )}
      {toSettle > 0 && <p className="text-sm text-warn">{copy.unsettled(toSettle)}</p>}
      {isEmpty && <p className="text-sm">{isLate ? copy.nobodyLate : copy.nobody}</p>}
      {preview.data && !isEmpty && (
        <form {...form} noValidate className="grid gap-3">
          {!isLate && <NowOrLater isLater={isLater} onChoose={setLater} faults={faults} from={from} />}
          <p className="text-ink-soft text-sm">{mailed + guardiansMailed > 0 ? pause : copy.pauseUntold}</p>
          {!isPlan && <LeavesLine leaves={preview.data.leaves} />}
          <FormEnd
            failure={codeOf(failure) === "CONFLICT" ? undefined : failure}
            failed={noAnswer}
            disabled={Boolean(from) && !isPlan}
            busy={busy}
            busyText={isPlan ? copy.planning : copy.releasing}
            onCancel={onClose}
          >
            {isPlan ? copy.plan(results, absences) : copy.button(results, absences, isLate)}
          </FormEnd>
        </form>
      )}
    </FormDialog>
  );
}
