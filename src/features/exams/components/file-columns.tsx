"use client";

import type { FormEvent } from "react";
import { ColumnsTable, meaningsIn } from "@/components/form/columns-table";
import { HiddenRows } from "@/components/form/hidden-rows";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";
import { type FileView, fileFields } from "../schema-files";
import { WrittenBefore } from "./file-written";

/** The meaning of each column: guessed, and editable. */
export function FileColumns({ view, onChecked }: { view: FileView; onChecked: (view: FileView) => void }) {
  const check = api.exams.checkFile.useMutation({ onSuccess: onChecked });
  const send = useSingleFlight(check);
  const { heads, samples, columns } = view;

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    send({ fileId: view._id, columns: meaningsIn(data, columns.length, fileFields) });
  }

  return (
    <form method="post" onSubmit={onSubmit} autoComplete="off" className="grid grid-cols-1 gap-4">
      <WrittenBefore view={view} />
      <HiddenRows count={view.hidden} />
      <ColumnsTable {...{ heads, samples, columns }} label={copy.columns} offered={fileFields} words={copy} />
      {check.error && <Alert tone="error">{messageOf(check.error, copy.failed)}</Alert>}
      <div>
        <Button type="submit" busy={check.isPending} busyText={copy.checking}>
          {copy.check}
        </Button>
      </div>
    </form>
  );
}
