import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { ChildrenOverview } from "@/features/guardians/components/children-overview";
import { childScreens as copy } from "@/features/guardians/messages-children";
import { copy as results } from "@/features/results/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function ChildrenPage() {
  const principal = await requireRole("user", "/user/children");
  if (!principal.isGuardian) redirect("/user/results");
  const found = await createCaller({ principal }).guardians.overview();
  return (
    <div className="page">
      <PageHeader title={results.welcome(principal.name)} lead={copy.lead} />
      <ChildrenOverview found={found} pages="user" />
    </div>
  );
}
