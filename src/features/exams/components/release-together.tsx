"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { noAnswer } from "@/components/form/send-once";
import { useServerForm } from "@/components/form/use-server-form";
import { Callout } from "@/components/ui/callout";
import { Failed } from "@/components/ui/failed";
import { FormDialog } from "@/components/ui/form-dialog";
import { LeavesLine } from "@/components/ui/leaves-line";
import { useMailMode } from "@/components/ui/mail-mode";
import { NowOrLater } from "@/components/ui/now-or-later";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";
import { togetherScreens as copy } from "../messages-together";
import type { ExamRowView } from "../schema";
import type { ReleaseView } from "../schema-release";
import type { TogetherView } from "../schema-together";
import { TogetherExam } from "./together-exam";
import { useReleaseChanged } from "./use-release-changed";

/** What was confirmed, and the numbers of the exams as far as they were opened. */
type Shown = { all: TogetherView | undefined; each: Record<string, ReleaseView | undefined> };

type ReleaseTogetherProps = {
  name: string;
  exams: readonly ExamRowView[];
  /** Others of this name may be on another page of the list. */
  isCut: boolean;
  onClose: () => void;
};

/** Releases the ticked exams of one name at one moment, now or at a time. */
export function ReleaseTogether({ name, exams: all, isCut, onClose }: ReleaseTogetherProps) {
  const isMailOn = useMailMode();
  const utils = api.useUtils();
  const releaseChanged = useReleaseChanged();
  const [left, setLeft] = useState<readonly string[]>([]);
  const [isLater, setLater] = useState(false);
  const [before, setBefore] = useState<Shown>();
  const ids = all.map(({ _id }) => _id).filter((id) => !left.includes(id));
  // Never cached: these are the numbers being confirmed.
  const fresh = { staleTime: 0, gcTime: 0, enabled: ids.length > 0, placeholderData: keepPreviousData };
  const preview = api.exams.previewTogether.useQuery({ ids }, fresh);
  const { exams = [], settled = [], secondResults = [], toCome = [] } = preview.data ?? {};
  const lastDay = toCome
    .map(({ day }) => day)
    .sort()
    .at(-1);
  const release = api.exams.releaseTogether.useMutation({
    onError(error) {
      if (codeOf(error) !== "CONFLICT") return;
      const each = Object.fromEntries(ids.map((id) => [id, utils.exams.preview.getData({ id })]));
      setBefore({ all: preview.data, each });
      void utils.exams.list.invalidate();
      void utils.exams.preview.invalidate();
      void preview.refetch();
    },
  });
  const { form, faults, failure, busy } = useServerForm({
    fields: ["date", "time"],
    send: (at) => release.mutateAsync({ exams, ...(isLater && at) }),
    once: true,
    onDone(count) {
      toast.success(isLater ? copy.planned(count) : copy.released(count));
      releaseChanged();
      onClose();
    },
  });
  const toggle = (id: string) => {
    setBefore(undefined);
    setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id]);
  };
  const { results = 0, mailed = 0, guardiansMailed = 0, leaves = null } = preview.data ?? {};
  const sending = isLater ? releaseScreens.release.planning : releaseScreens.release.releasing;
  const counted = preview.data ? (isLater ? copy.plan : copy.button)(exams.length, results) : copy.open;
  const label = preview.isFetching ? copy.counting : counted;
  const written = isMailOn
    ? `${copy.mailed(mailed, guardiansMailed)} ${releaseScreens.release.pause}`
    : copy.mailedKept(mailed, guardiansMailed);
  const settledOf = (id: string) => settled.find((one) => one.id === id)?.why;
  const digests = new Map(exams.map(({ id, digest }) => [id, digest]));
  const confirmed = before?.all?.exams ?? [];
  const changed = new Set(confirmed.flatMap(({ id, digest }) => (digests.get(id) === digest ? [] : [id])));
  // The new numbers say what has changed, as soon as they are here.
  const isExplained = codeOf(failure) === "CONFLICT" && (preview.isFetching || changed.size > 0);

  return (
    <FormDialog title={copy.title(name)} lead={copy.lead} onClose={onClose}>
      {preview.isError && (
        // A busy button would keep the dialog open, and a refetch must not.
        <Failed of={{ isFetching: false, refetch: preview.refetch }}>
          {messageOf(preview.error, copy.countFailed)}
        </Failed>
      )}
      {before && changed.size > 0 && (
        <Callout isLive>
          {releaseScreens.release.changed}{" "}
          {before.all && copy.before(before.all.results, before.all.mailed, before.all.guardiansMailed)}
        </Callout>
      )}
      <form {...form} noValidate className="grid gap-3">
        <fieldset className="max-h-96 overflow-y-auto rounded-md border border-line px-3.5 py-1">
          <legend className="sr-only">{copy.exams}</legend>
          {all.map((exam) => (
            <TogetherExam
              key={exam._id}
              exam={exam}
              isTicked={!left.includes(exam._id)}
              settled={settledOf(exam._id)}
              secondResults={secondResults.find(({ id }) => id === exam._id)}
              toCome={toCome.find(({ id }) => id === exam._id)?.day}
              onToggle={() => toggle(exam._id)}
              isChanged={changed.has(exam._id)}
              before={before?.each[exam._id]}
            />
          ))}
        </fieldset>
        {isCut && <p className="text-sm">{copy.isCut}</p>}
        {ids.length === 0 || (preview.data && exams.length === 0) ? (
          <p className="text-sm">{ids.length === 0 ? copy.nothing : copy.allSettled}</p>
        ) : (
          <>
            {toCome.length > 0 && !isLater && <Callout>{copy.toCome}</Callout>}
            <NowOrLater isLater={isLater} onChoose={setLater} faults={faults} from={lastDay} />
            <p className="min-h-5 text-ink-soft text-sm">
              {preview.data && (mailed + guardiansMailed > 0 ? written : releaseScreens.release.pauseUntold)}
            </p>
            {!isLater && <LeavesLine leaves={leaves} />}
            <FormEnd
              failure={isExplained ? undefined : failure}
              failed={noAnswer}
              disabled={preview.isFetching || !preview.data || (toCome.length > 0 && !isLater)}
              busy={busy}
              busyText={sending}
              onCancel={onClose}
            >
              {label}
            </FormEnd>
          </>
        )}
      </form>
    </FormDialog>
  );
}
