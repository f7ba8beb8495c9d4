"use client";

import { useState } from "react";
import { TaskProgress } from "@/components/form/task-progress";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { ProductFacts } from "@/components/site/product-facts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { issueOf } from "../rules-sheet";
import type { SheetRowView, SheetView } from "../schema";

type IssueDialogProps = {
  setId: string;
  rows: readonly SheetRowView[];
  daysOpen: number | null;
  ownFacts: boolean;
  /** Where the QR codes lead. A server of the previous version does not say it. */
  verify?: SheetView["verify"] | undefined;
  /** One student, whose card may be withdrawn; by default, all that are due. */
  only?: SheetRowView | undefined;
  onClose: () => void;
};

/** Shows what issuing will do, starts it, and shows the progress. */
export function IssueDialog({ setId, rows, daysOpen, ownFacts, verify, only, onClose }: IssueDialogProps) {
  const refresh = usePageRefresh();
  const { reportCards, tasks } = api.useUtils();
  const [taskId, setTaskId] = useState<string>();
  // Keep the preview while the cards change.
  const [shown] = useState(() => issueOf(only ? [only] : rows, only !== undefined, daysOpen));
  const issue = api.reportCards.issue.useMutation({
    onSuccess({ taskId: started }) {
      setTaskId(started);
      void tasks.list.invalidate();
    },
  });
  const issueOnce = useSingleFlight(issue);
  const { facts } = copy;
  const lines = facts.flatMap(([fact, one, many]) => {
    const count = shown[fact];
    return count > 0 ? [{ count, words: count === 1 ? one : many }] : [];
  });
  return (
    <FormDialog title={copy.issueTitle(shown.cards)} lead={copy.issueLead} onClose={onClose}>
      {taskId ? (
        <TaskProgress
          id={taskId}
          onEnd={() => {
            void reportCards.invalidate();
            refresh();
          }}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <ul className="figures rounded-md border border-line text-sm">
            {lines.map(({ count, words }) => (
              <li key={words} className="flex gap-3 border-line border-t px-4 py-2.5 first:border-t-0">
                <span className="w-8 shrink-0 text-end font-semibold">{count}</span> <span>{words}</span>
              </li>
            ))}
          </ul>
          {verify && !verify.isLocal && (
            <p className="wrap-anywhere text-ink-soft text-sm">{copy.code(verify.address)}</p>
          )}
          {verify?.isLocal && (
            <Alert tone="warning" title={copy.localTitle}>
              <span className="wrap-anywhere">{copy.localCode(verify.address)}</span>
            </Alert>
          )}
          {shown.cards > 0 && !ownFacts && <ProductFacts />}
          {shown.left.length > 0 && (
            <Alert tone="info">
              <p>{copy.leftOut}</p>
              <ul className="mt-1 max-h-40 list-disc overflow-y-auto ps-5">
                {shown.left.map(({ studentId, name, unprintable }) => (
                  <li key={studentId} className="wrap-anywhere">{`${name}: ${unprintable}`}</li>
                ))}
              </ul>
            </Alert>
          )}
          {issue.error && <Alert tone="error">{messageOf(issue.error, copy.startFailed)}</Alert>}
          <div className="question-end grid gap-2.5 sm:flex sm:justify-end">
            <Button variant="secondary" disabled={issue.isPending} onClick={onClose}>
              {copy.cancel}
            </Button>
            <Button
              disabled={shown.cards === 0}
              busy={issue.isPending}
              busyText={copy.starting}
              onClick={() => issueOnce({ id: setId, students: shown.students, withdrawn: shown.withdrawn })}
            >
              {copy.issueButton(shown.cards)}
            </Button>
          </div>
        </div>
      )}
    </FormDialog>
  );
}
