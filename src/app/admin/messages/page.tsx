import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ExportShown } from "@/features/inquiries/components/export-messages";
import { InboxList } from "@/features/inquiries/components/inbox-list";
import { copy } from "@/features/inquiries/messages";
import { inboxCopy } from "@/features/inquiries/messages-inbox";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.messagesTitle };

export default async function MessagesPage() {
  await requireRole("admin", "/admin/messages");
  return (
    <div className="page">
      <PageHeader title={copy.messagesTitle} lead={inboxCopy.lead} action={<ExportShown />} />
      <InboxList />
    </div>
  );
}
