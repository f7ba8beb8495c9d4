import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ExportSubmissions } from "@/features/admissions/components/export-submissions";
import { SubmissionList } from "@/features/admissions/components/submission-list";
import { copy } from "@/features/admissions/messages";
import { ExportMessages } from "@/features/inquiries/components/export-messages";
import { MessageList } from "@/features/inquiries/components/message-list";
import { copy as inquiries } from "@/features/inquiries/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.submissionsTitle };

export default async function GetInfoPage() {
  await requireRole("admin", "/admin/get-info");
  return (
    <div className="page">
      <PageHeader title={copy.submissionsTitle} lead={copy.submissionsLead} />
      <div className="grid grid-cols-1 gap-14">
        <div className="grid grid-cols-1 gap-5">
          <div className="justify-self-end max-sm:justify-self-start">
            <ExportSubmissions />
          </div>
          <SubmissionList />
        </div>
        <section className="grid grid-cols-1 gap-5">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h2 className="text-2xl">{inquiries.messagesTitle}</h2>
            <ExportMessages />
          </div>
          <MessageList />
        </section>
      </div>
    </div>
  );
}
