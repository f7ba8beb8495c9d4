"use client";

import { useRouter } from "next/navigation";
import { FileTemplates } from "@/components/form/file-templates";
import { TableFile } from "@/components/form/table-file";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { toast } from "@/components/ui/toast";
import { saveBytes } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";

/** Uploads a selected, dropped or corrected file, parses it, and opens its page. */
export function ImportStart() {
  const router = useRouter();
  const hint = (
    <>
      <p className="text-ink-soft text-sm max-md:hidden">{copy.drop}</p>
      <p className="text-ink-soft text-sm">{copy.chooseHint}</p>
      <p className="max-w-text text-ink-soft text-sm">{copy.needed}</p>
    </>
  );
  return (
    <TableFile path="/api/imports" words={copy} hint={hint} onRead={(id) => router.push(`/admin/import/${id}`)}>
      <Templates />
    </TableFile>
  );
}

function Templates() {
  const template = api.imports.template.useMutation({
    onSuccess: ({ name, type, base64 }) => saveBytes(name, type, base64),
    onError: (error) => void toast.error(messageOf(error, copy.templateFailed)),
  });
  const save = useSingleFlight(template);
  return <FileTemplates words={copy.templates} names={copy.template} onChoose={(kind) => save({ kind })} />;
}
