"use client";

import { ExportTable, exportOptions } from "@/components/form/export-table";
import { useAddress } from "@/components/table/address";
import { api } from "@/trpc/client";
import { inboxViewAt } from "../rules-inbox";
import type { InboxView } from "../schema-inbox";

/** Downloads all messages as a table. Needs an ApiProvider as an ancestor. */
export function ExportMessages({ view }: { view?: InboxView }) {
  const { isPending, mutateAsync } = api.services.exportMessages.useMutation(exportOptions("lyceum-messages.csv"));
  return <ExportTable table={{ isPending, mutateAsync: () => mutateAsync(view && { view }) }} />;
}

/** Downloads the messages of the view in the URL. */
export function ExportShown() {
  const { choices } = useAddress();
  return <ExportMessages view={inboxViewAt(choices.view)} />;
}
