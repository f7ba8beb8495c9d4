"use client";

import { FileTemplates } from "@/components/form/file-templates";
import { TableFile } from "@/components/form/table-file";
import { useDownload } from "@/components/form/use-download";
import { api } from "@/trpc/client";
import { fileScreens as copy } from "../messages-file";
import { mostFileBytes } from "../rules-file";
import type { FileView } from "../schema-files";

type FileStartProps = { examId: string; onRead: (view: FileView) => void };

/** Uploads a file or offers a template; the file is read immediately and not stored. */
export function FileStart({ examId, onRead }: FileStartProps) {
  const { exams, client } = api.useUtils();
  const { save } = useDownload(client.exams.fileTemplate.mutate, { failed: copy.templateFailed });
  const hint = (
    <>
      <p className="text-ink-soft text-sm max-md:hidden">{copy.drop}</p>
      <p className="max-w-text text-ink-soft text-sm">{copy.chooseHint}</p>
    </>
  );
  return (
    <TableFile
      path={`/api/exams/${examId}/files`}
      words={copy}
      hint={hint}
      mostBytes={mostFileBytes}
      onRead={async (fileId) => onRead(await exams.file.fetch({ fileId }))}
    >
      <FileTemplates words={copy.templates} names={copy.template} onChoose={(kind) => save({ id: examId, kind })} />
    </TableFile>
  );
}
