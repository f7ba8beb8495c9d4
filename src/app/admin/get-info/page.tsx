import type { Metadata } from "next";
import { requireRole } from "@/api/pages";
import { PageHeader } from "@/components/site/page-header";
import { ExportTable } from "@/features/services/components/export-table";
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
        <div className="grid grid-cols-1 gap-5">
          <div className="justify-self-end max-sm:justify-self-start">
            <ExportTable of="submissions" />
          </div>
          <SubmissionList />
        </div>
        <section className="grid grid-cols-1 gap-5">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h2 className="text-2xl">{copy.messagesTitle}</h2>
            <ExportTable of="messages" />
          </div>
          <MessageList />
        </section>
      </div>
    </div>
  );
}
