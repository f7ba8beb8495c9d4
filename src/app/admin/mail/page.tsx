import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { MailList } from "@/features/records/components/mail-list";
import { copy } from "@/features/records/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.mailTitle };

export default async function MailPage() {
  await requireRole("admin", "/admin/mail");
  return (
    <div className="page">
      <PageHeader title={copy.mailTitle} lead={copy.mailLead} />
      <MailList />
    </div>
  );
}
