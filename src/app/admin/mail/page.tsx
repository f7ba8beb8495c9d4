import type { Metadata } from "next";
import { requireRole } from "@/api/pages";
import { PageHeader } from "@/components/site/page-header";
import { MailList } from "@/features/records/components/mail-list";
import { copy } from "@/features/records/copy";

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
