import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { Promotion } from "@/features/enrolments/components/promotion";
import { screens } from "@/features/enrolments/messages-screens";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.promoteTitle };

const crumbs = [{ href: "/admin/students", label: screens.students }];

export default async function PromotePage() {
  const principal = await requireRole("admin", "/admin/students/promote");
  const years = await createCaller({ principal }).years.list();
  return (
    <div className="page">
      <PageHeader title={screens.promoteTitle} lead={screens.promoteLead} crumbs={crumbs} />
      <Promotion {...years} />
    </div>
  );
}
