import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { ResultsView } from "@/features/results/components/results-view";
import { copy } from "@/features/results/messages";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function ResultsPage() {
  const principal = await requireRole("user", "/user/results");
  const { name, email } = principal;
  const found = await prefetch("results", () => createCaller({ principal }).results.mine());
  return (
    <div className="page print:p-0">
      <div className="print:hidden">
        <PageHeader title={copy.welcome(name)} lead={copy.title} />
      </div>
      <ResultsView studentName={name} studentEmail={email ?? ""} found={found} />
    </div>
  );
}
