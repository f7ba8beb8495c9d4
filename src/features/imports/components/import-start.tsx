"use client";

import { FileTemplates } from "@/components/form/file-templates";
import { TableFile } from "@/components/form/table-file";
import { useDownload } from "@/components/form/use-download";
import { useLead } from "@/components/form/use-lead";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import { mostBytes } from "../rules";

/** Uploads a selected, dropped or corrected file, parses it, and opens its page. */
export function ImportStart() {
  const { imports } = api.useUtils();
  const lead = useLead();

  function show(id: string) {
    void imports.list.invalidate();
    lead(`/admin/import/${id}`);
  }

  const hint = (
    <>
      <p className="text-ink-soft text-sm max-md:hidden">{copy.drop}</p>
      <p className="text-ink-soft text-sm">{copy.chooseHint}</p>
      <p className="max-w-text text-ink-soft text-sm">{copy.needed}</p>
    </>
  );
  return (
    <TableFile path="/api/imports" words={copy} hint={hint} mostBytes={mostBytes} onRead={show}>
      <Templates />
    </TableFile>
  );
}

function Templates() {
  const { client } = api.useUtils();
  const { save } = useDownload(client.imports.template.mutate, { failed: copy.templateFailed });
  return <FileTemplates words={copy.templates} names={copy.template} onChoose={(kind) => save({ kind })} />;
}
