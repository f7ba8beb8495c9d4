import type { Metadata } from "next";
import { createCaller } from "@/features";
import { StaffPage } from "@/features/staff/components/staff-page";
import { copy } from "@/features/staff/messages";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function AdminStaffPage() {
  const principal = await requireRole("admin", "/admin/staff");
  const found = await prefetch("admin/staff", () => createCaller({ principal }).staff.list());
  return (
    <div className="page">
      <StaffPage found={found} ownId={principal.userId} />
    </div>
  );
}
