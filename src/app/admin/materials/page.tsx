import type { Metadata } from "next";
import { env } from "@/env";
import { MaterialsTable } from "@/features/materials/components/materials-table";
import { officeCopy } from "@/features/materials/messages-office";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: officeCopy.title };

export default async function MaterialsPage() {
  await requireRole("admin", "/admin/materials");
  return (
    <div className="page">
      <MaterialsTable maxMegabytes={env().MAX_UPLOAD_MB} />
    </div>
  );
}
