"use client";

import { TableFile } from "@/components/form/table-file";
import { api } from "@/trpc/client";
import { fileScreens as copy } from "../messages-file";
import type { FileView } from "../schema-files";

type FileStartProps = { examId: string; onRead: (view: FileView) => void };

/** Takes a file; it is read at once and not kept. */
export function FileStart({ examId, onRead }: FileStartProps) {
  const { exams } = api.useUtils();
  return (
    <TableFile
      path={`/api/exams/${examId}/files`}
      words={copy}
      hint={<p className="max-w-text text-ink-soft text-sm">{copy.chooseHint}</p>}
      onRead={async (fileId) => onRead(await exams.file.fetch({ fileId }))}
    />
  );
}
