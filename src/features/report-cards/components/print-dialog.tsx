"use client";

import { useEffect, useRef, useState } from "react";
import { TaskProgress } from "@/components/form/task-progress";
import { Alert } from "@/components/ui/alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";

/** Joins the valid cards of a set into one file and offers it for download. */
export function PrintDialog({ setId, onClose }: { setId: string; onClose: () => void }) {
  const [taskId, setTaskId] = useState<string>();
  const hasBegun = useRef(false);
  const { mutate, error } = api.reportCards.print.useMutation({ onSuccess: (started) => setTaskId(started.taskId) });
  useEffect(() => {
    // Only once, although React may render twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate({ id: setId });
  }, [mutate, setId]);
  return (
    <FormDialog title={copy.printTitle} lead={copy.printLead} onClose={onClose}>
      {error && <Alert tone="error">{messageOf(error, copy.startFailed)}</Alert>}
      {taskId ? <TaskProgress id={taskId} /> : !error && <ProgressBar label={copy.starting} />}
    </FormDialog>
  );
}
