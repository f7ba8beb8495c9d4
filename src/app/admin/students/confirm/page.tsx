import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { ConfirmClasses } from "@/features/enrolments/components/confirm-classes";
import { screens } from "@/features/enrolments/messages-screens";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.confirmTitle };

const crumbs = [{ href: "/admin/students", label: screens.students }];

export default async function ConfirmClassesPage() {
  const principal = await requireRole("admin", "/admin/students/confirm");
  const { items, total } = await createCaller({ principal }).students.list({ state: "proposed", limit: 200 });
  return (
    <div className="page">
      <PageHeader title={screens.confirmTitle} lead={screens.confirmLead} crumbs={crumbs} />
      <ConfirmClasses students={items} total={total} />
    </div>
  );
}
