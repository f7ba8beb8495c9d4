"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RefusedList } from "@/components/form/refused-list";
import { TaskProgress } from "@/components/form/task-progress";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { Preview } from "./preview";

type ChosenDialogProps = { students: readonly string[]; onClose: () => void };

/** Shows how many letters will be printed and who gets none, then the progress, then the result for each student. */
export function ChosenDialog({ students, onClose }: ChosenDialogProps) {
  const cache = api.useUtils();
  const [taskId, setTaskId] = useState<string>();
  const task = api.tasks.get.useQuery({ id: taskId ?? "" }, { enabled: taskId !== undefined });
  const isDone = task.data?.state === "done";
  const input = { students: [...students] };
  const preview = useQuery({
    queryKey: ["letters of chosen", input],
    queryFn: () => cache.client.letters.previewMany.mutate(input),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { expected: ["BAD_REQUEST"] },
  });
  const print = api.letters.printMany.useMutation({
    meta: { expected: ["BAD_REQUEST", "CONFLICT"] },
    onSuccess({ taskId: started }) {
      setTaskId(started);
      void cache.tasks.list.invalidate();
    },
  });
  const printOnce = useSingleFlight(print);
  return (
    <FormDialog title={copy.ofChosenTitle(students.length)} onClose={onClose}>
      <Preview query={preview}>
        {({ students: count, withoutAddress, letters, refused, address }) => (
          <>
            {taskId && <TaskProgress id={taskId} />}
            {!taskId && <p className="font-semibold">{copy.toMany(count, withoutAddress, letters)}</p>}
            <RefusedList
              lead={isDone ? copy.manyDone(letters, refused.length) : copy.manyRefused(refused.length)}
              refused={refused}
              always={isDone}
            />
            {!taskId && (
              <>
                <p className="wrap-anywhere text-ink-soft text-sm">
                  {copy.stay} {copy.leads(address)}
                </p>
                {print.error && <Alert tone="error">{messageOf(print.error, copy.startFailed)}</Alert>}
                <Button
                  wide
                  disabled={letters === 0}
                  busy={print.isPending}
                  busyText={copy.starting}
                  onClick={() => printOnce(input)}
                >
                  {copy.start(letters)}
                </Button>
              </>
            )}
          </>
        )}
      </Preview>
    </FormDialog>
  );
}
