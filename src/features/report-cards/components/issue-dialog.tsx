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
  /** Where the squares lead. A server of the previous version does not say it. */
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
  const lines = [
    shown.first > 0 && facts.first(shown.first),
    shown.again > 0 && facts.again(shown.again),
    shown.anew > 0 && facts.anew(shown.anew),
    shown.missing > 0 && facts.missing(shown.missing),
    shown.noRemark > 0 && facts.noRemark(shown.noRemark),
    shown.noDays > 0 && facts.noDays(shown.noDays),
  ].filter((line) => line !== false);
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
        <>
          <ul className="figures rounded-md border border-line text-sm">
            {lines.map((line) => (
              <li key={line} className="border-line border-t px-4 py-2.5 first:border-t-0">
                {line}
              </li>
            ))}
          </ul>
          {verify && <p className="wrap-anywhere text-ink-soft text-sm">{copy.square(verify.address)}</p>}
          {verify?.isLocal && <Alert tone="warning">{copy.localSquare}</Alert>}
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
          <div className="grid sm:justify-end">
            <Button
              disabled={shown.cards === 0}
              busy={issue.isPending}
              busyText={copy.starting}
              onClick={() => issueOnce({ id: setId, students: shown.students, withdrawn: shown.withdrawn })}
            >
              {copy.issueButton(shown.cards)}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
