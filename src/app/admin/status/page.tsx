import type { Metadata } from "next";
import { requireRole } from "@/api/pages";
import { createCaller } from "@/api/root";
import { PageHeader } from "@/components/site/page-header";
import { StatusBoard } from "@/features/records/components/status-board";
import { copy } from "@/features/records/copy";

export const metadata: Metadata = { title: copy.statusTitle };

export default async function StatusPage() {
  const principal = await requireRole("admin", "/admin/status");
  const status = await createCaller({ principal }).records.status();
  return (
    <div className="page">
      <PageHeader title={copy.statusTitle} lead={copy.statusLead} />
      <StatusBoard status={status} />
    </div>
  );
}
