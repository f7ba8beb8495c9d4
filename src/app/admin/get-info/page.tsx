import type { Metadata } from "next";
import { requireRole } from "@/api/pages";
import { PageHeader } from "@/components/site/page-header";
import { MessageList } from "@/features/services/components/message-list";
import { SubmissionList } from "@/features/services/components/submission-list";
import { copy } from "@/features/services/copy";

export const metadata: Metadata = { title: copy.submissionsTitle };

export default async function GetInfoPage() {
  await requireRole("admin", "/admin/get-info");
  return (
    <div className="page">
      <PageHeader title={copy.submissionsTitle} lead={copy.submissionsLead} />
      <div className="grid grid-cols-1 gap-14">
        <SubmissionList />
        <section className="grid grid-cols-1 gap-5">
          <h2 className="text-2xl">{copy.messagesTitle}</h2>
          <MessageList />
        </section>
      </div>
    </div>
  );
}
