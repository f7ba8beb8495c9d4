"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RefusedList } from "@/components/form/refused-list";
import { TaskProgress } from "@/components/form/task-progress";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { FormDialog } from "@/components/ui/form-dialog";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { Preview } from "./preview";
import { StartLetters } from "./start-letters";

type ChosenDialogProps = { students: readonly string[]; onClose: () => void };

/** Shows how many letters will be printed and who gets none, then the progress, then the result for each student. */
export function ChosenDialog({ students, onClose }: ChosenDialogProps) {
  const cache = api.useUtils();
  const [taskId, setTaskId] = useState<string>();
  const task = api.tasks.get.useQuery({ id: taskId ?? "" }, { enabled: taskId !== undefined });
  const done = task.data?.state === "done" ? task.data.total : undefined;
  const input = { students: [...students] };
  const preview = useQuery({
    queryKey: ["letters of chosen", input],
    queryFn: () => cache.client.letters.previewMany.mutate(input),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const print = api.letters.printMany.useMutation({
    onSuccess({ taskId: started }) {
      setTaskId(started);
      void cache.tasks.list.invalidate();
    },
  });
  const printOnce = useSingleFlight(print);
  return (
    <FormDialog title={copy.ofChosenTitle(students.length)} onClose={onClose}>
      <Preview query={preview}>
        {({ students: count, withoutAddress, letters, withoutStudent, refused, address, ownFacts }) => (
          <>
            {taskId && <TaskProgress id={taskId} onEnd={() => void cache.students.list.invalidate()} />}
            {!taskId && <p className="font-semibold">{copy.toMany(count, withoutAddress, letters)}</p>}
            <RefusedList
              lead={done === undefined ? copy.manyRefused(refused.length) : copy.manyDone(done, refused.length)}
              refused={refused}
              always={done !== undefined}
            />
            {!taskId && (
              <StartLetters
                letters={letters}
                withoutStudent={withoutStudent}
                address={address}
                ownFacts={ownFacts}
                print={print}
                onStart={() => printOnce(input)}
              />
            )}
          </>
        )}
      </Preview>
    </FormDialog>
  );
}
