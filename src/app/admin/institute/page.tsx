import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { EditedSite } from "@/features/institute/components/edited-site";
import { screens } from "@/features/institute/messages-screens";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function InstitutePage() {
  const principal = await requireRole("admin", "/admin/institute");
  const found = await prefetch("institute", () => createCaller({ principal }).institute.get());
  return (
    <div className="page">
      <PageHeader title={screens.title} lead={screens.lead} />
      <EditedSite found={found} />
    </div>
  );
}
