import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { ImportStart } from "@/features/imports/components/import-start";
import { PastImports } from "@/features/imports/components/past-imports";
import { screens } from "@/features/imports/messages-screens";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function ImportsPage() {
  const principal = await requireRole("admin", "/admin/import");
  const known = await prefetch("admin/import", () => createCaller({ principal }).imports.list());
  return (
    <div className="page">
      <PageHeader title={screens.title} lead={screens.lead} />
      <div className="grid grid-cols-1 gap-6">
        <ImportStart />
        <PastImports known={known} />
      </div>
    </div>
  );
}
