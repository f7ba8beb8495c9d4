"use client";

import { type FormEvent, useRef } from "react";
import { ColumnMeaning, meaningsIn } from "@/components/form/column-meaning";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";
import { type FileView, fileFields } from "../schema-files";

const cell = "border-line px-3.25 py-1.5 text-start align-middle group-not-last:border-b";

/** What each column means: guessed, and changed by whoever knows better. */
export function FileColumns({ view, onChecked }: { view: FileView; onChecked: (view: FileView) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const check = api.exams.checkFile.useMutation({
    meta: { expected: ["BAD_REQUEST", "CONFLICT"] },
    onSuccess: onChecked,
  });
  const send = useSingleFlight(check);
  const nameOf = (index: number) => view.heads[index] || copy.unnamed(index + 1);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!form.current) return;
    const data = new FormData(form.current);
    send({ fileId: view._id, columns: meaningsIn(data, view.columns.length, fileFields) });
  }

  return (
    <form ref={form} method="post" onSubmit={onSubmit} autoComplete="off" className="grid grid-cols-1 gap-4">
      <table
        aria-label={copy.columns}
        className="w-full border-separate border-spacing-0 rounded-md border border-line bg-surface text-sm"
      >
        <thead className="max-md:sr-only">
          <tr className="text-xs">
            {[copy.column, copy.sample, copy.means].map((head) => (
              <th key={head} scope="col" className="h-9 border-line border-b px-3.25 text-start">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.columns.map((field, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
            <tr key={index} className="group">
              <th scope="row" className={`${cell} wrap-anywhere font-semibold md:w-1/4`}>
                {nameOf(index)}
              </th>
              <td className={`${cell} wrap-anywhere text-ink-soft max-md:hidden`}>{view.samples[index]?.join(", ")}</td>
              <td className={`${cell} w-44 md:w-72`}>
                <ColumnMeaning index={index} head={nameOf(index)} field={field} offered={fileFields} words={copy} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {check.error && <Alert tone="error">{messageOf(check.error, copy.failed)}</Alert>}
      <div>
        <Button type="submit" busy={check.isPending} busyText={copy.checking}>
          {copy.check}
        </Button>
      </div>
    </form>
  );
}
