import type { Metadata } from "next";
import { KeepFresh } from "@/components/site/keep-fresh";
import { PageHeader } from "@/components/site/page-header";
import { dateHere } from "@/content/institute";
import { createCaller } from "@/features";
import { ChildrenOverview } from "@/features/guardians/components/children-overview";
import { childScreens as copy } from "@/features/guardians/messages-children";
import { requireRole } from "@/http/page-session";
import { isUnproven, ProveFirstPage } from "../../prove-first";

export const metadata: Metadata = { title: copy.title };

export default async function OwnChildrenPage() {
  const principal = await requireRole("admin", "/admin/children");
  if (isUnproven(principal)) return <ProveFirstPage title={copy.title} principal={principal} />;
  const found = await createCaller({ principal }).guardians.overview();
  return (
    <div className="page">
      <KeepFresh />
      <PageHeader title={copy.title} lead={copy.leadOfStaff} />
      <ChildrenOverview found={found} today={dateHere(new Date())} pages="admin" />
    </div>
  );
}
