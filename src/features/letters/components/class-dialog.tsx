"use client";

import { useState } from "react";
import { TaskProgress } from "@/components/form/task-progress";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { Link } from "@/components/ui/link";
import { placeName } from "@/lib/place-name";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { ClassLettersInput } from "../schema";
import { Preview } from "./preview";
import { StartLetters } from "./start-letters";

/** Shows how many letters will be printed and who is left out, then the progress, then the download. */
export function ClassDialog({ of, onClose }: { of: ClassLettersInput; onClose: () => void }) {
  const [taskId, setTaskId] = useState<string>();
  const cache = api.useUtils();
  const preview = api.letters.previewClass.useQuery(of, { staleTime: 0 });
  const print = api.letters.printClass.useMutation({
    onSuccess({ taskId: started }) {
      setTaskId(started);
      void cache.tasks.list.invalidate();
    },
  });
  const printOnce = useSingleFlight(print);
  return (
    <FormDialog title={copy.ofClassTitle(placeName(of.class, of.section ?? null))} onClose={onClose}>
      {taskId ? (
        <TaskProgress id={taskId} onEnd={() => void cache.students.list.invalidate()} />
      ) : (
        <Preview query={preview}>
          {({ students, withoutAddress, letters, withoutStudent, skipped, unprintable, address, ownFacts }) => (
            <>
              <div className="grid gap-2 text-sm">
                <p className="font-semibold text-base">{copy.students(students, withoutAddress)}</p>
                <p>{letters > 0 ? copy.pages(letters) : copy.nobody}</p>
                {skipped > 0 && letters > 0 && <p className="text-ink-soft">{copy.skipped(skipped)}</p>}
              </div>
              {unprintable.length > 0 && (
                <Alert tone="info">
                  <p>{copy.unprintable}</p>
                  <ul className="mt-1 max-h-40 list-disc overflow-y-auto ps-5">
                    {unprintable.map(({ _id, name, signs }) => (
                      <li key={_id}>
                        <Link href={`/admin/students/${_id}`} className="wrap-anywhere underline">
                          {name}
                        </Link>
                        {`: ${signs}`}
                      </li>
                    ))}
                  </ul>
                </Alert>
              )}
              <StartLetters
                letters={letters}
                withoutStudent={withoutStudent}
                address={address}
                ownFacts={ownFacts}
                print={print}
                onStart={() => printOnce(of)}
              />
            </>
          )}
        </Preview>
      )}
    </FormDialog>
  );
}
