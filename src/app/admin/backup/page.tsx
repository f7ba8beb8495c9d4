import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { BackupsBoard } from "@/features/backups/components/backups-board";
import { copy } from "@/features/backups/messages";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function BackupPage() {
  const principal = await requireRole("admin", "/admin/backup");
  const found = await prefetch("backup", () => createCaller({ principal }).backups.get());
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <BackupsBoard first={found} now={new Date()} />
    </div>
  );
}
