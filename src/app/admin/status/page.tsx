import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { StatusBoard } from "@/features/records/components/status-board";
import { statusScreens as copy } from "@/features/records/messages-status";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function StatusPage() {
  const principal = await requireRole("admin", "/admin/status");
  const status = await createCaller({ principal }).records.status();
  return (
    <div className="page">
      <PageHeader title={copy.title} />
      <StatusBoard status={status} />
    </div>
  );
}
